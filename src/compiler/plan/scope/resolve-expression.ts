import { ServiceError, suggest } from '../../../errors';
import { nameKey, type Call, type Expression, type Literal, type Query, type Written } from '../../../model';
import { nameOfCall } from '../../ontology';
import { derive } from '../../trace';
import { isExpression, mapChildren, mapExpression, NULL } from '../../tree';
import { answerCall } from './answer-call';
import {
  ARITHMETIC_OPERATORS,
  asCondition,
  besideText,
  checkQuoted,
  coerceLiteral,
  coerceLiteralTo,
  type Column,
  compareWithQuery,
  COMPARISON_OPERATORS,
  expandRows,
  fixArguments,
  FUNCTIONS,
  isAggregateCall,
  isBeyondDay,
  NUMBER_LITERALS,
  numberOfBytes,
  readTemporal,
  type Resolved,
  spellOutArrow,
  spellOutBoolean,
  spellOutComparisons,
  spellOutDefault,
  spellOutPlaces,
  typeOf,
} from '../../values';
import { findMeasure } from './find-measures';
import { firstOffset, locate } from './locate';
import type { Planning } from './planning';
import { Scope, type NamedSource } from './scope';

type Value = Expression<Resolved>;

/**
 * Resolves every name of the expression in its scope, checks its functions, and converts literals to the type that they
 * are compared with.
 */
export function resolveExpression(planning: Planning, scope: Scope, expression: Expression<Written>): Value {
  if (expression.kind === 'literal') {
    const literal = readTemporal(expression);
    if (isBeyondDay(literal)) planning.readsLongTimes = true;
    return literal;
  }
  if (expression.kind === 'reference') return scope.resolve(expression.reference);
  if (expression.kind === 'call') {
    const name = nameOfCall(expression.name, planning.ontology.settings, expression.at);
    if (name !== expression.name) return resolveExpression(planning, scope, { ...expression, name });
    if (expression.name === 'MEASURE FILTER') return filteredMeasure(planning, scope, expression);
    const answer = answerCall(expression, planning.context);
    if (answer !== undefined) return answer;
    checkCall(expression);
  }
  const written = expression.kind === 'call' ? spellOutPlaces(expression) : expression;
  const inner = isAggregateCall(expression) ? (scope.ofRows ?? scope) : scope;
  const resolved = mapChildren<Written, Resolved>(written, {
    expression: (child) => resolveExpression(planning, inner, child),
    query: (query: Query<Written>) => planning.stages.planQuery(planning, query, inner).query,
  });
  const node = foldSign(spellOut(resolved));
  return (
    ofMeasure(node) ??
    locate(
      () => firstOffset(expression),
      () => expandRows(spellOutComparisons(coerceOperands(node))),
    )
  );
}

/** Returns a measure that aggregates only the rows which satisfy a condition. */
function filteredMeasure(planning: Planning, scope: Scope, { arguments: [name, condition], at }: Call<Written>): Value {
  if (name?.kind !== 'reference' || condition === undefined || !isExpression(condition)) return NULL;
  const value = resolveExpression(planning, scope, name);
  if (value.kind !== 'reference' || value.reference.measure === undefined)
    throw new ServiceError('plan_invalid', 'FILTER needs an aggregate or a measure before it', { offset: at });
  const when = asCondition(resolveExpression(planning, scope.ofRows ?? scope, condition));
  if (findMeasure(when) !== undefined)
    throw new ServiceError('plan_invalid', 'FILTER compares the values of rows, not measures', { offset: at });
  const { measure, ...column } = value.reference;
  return {
    kind: 'reference',
    reference: { ...column, name: planning.alias(`${column.name} filtered`), measure: { ...measure, when } },
  };
}

/** Rewrites calls and operators to a form that every engine supports. */
function spellOut(node: Value): Value {
  if (node.kind === 'binary') return spellOutArrow(node) ?? node;
  if (node.kind === 'cast') return spellOutBoolean(node) ?? node;
  if (node.kind !== 'call') return node;
  checkLength(node);
  return spellOutDefault(node) ?? fixArguments(node);
}

/** Resolves an expression of the ontology over one source. Its literals are constants, printed in the SQL. */
export function planExpression(planning: Planning, expression: Expression<Written>, source: NamedSource): Value {
  return resolveExpression(planning, new Scope([source], undefined, new Map()), withInlineLiterals(expression));
}

export function withInlineLiterals(expression: Expression<Written>): Expression<Written> {
  return mapExpression<Written, Written>(expression, {
    reference: (reference) => ({ kind: 'reference', reference }),
    source: (source) => source,
    literal: (literal) => ({ ...literal, inline: true }),
  });
}

/**
 * Removes an aggregate around a measure, which is already an aggregate (docs/language.md). Rejects a measure inside a
 * larger aggregated expression.
 */
function ofMeasure(node: Value): Value | undefined {
  if (!isAggregateCall(node)) return undefined;
  const [argument] = node.arguments;
  if (argument?.kind === 'reference' && argument.reference.measure !== undefined) return argument;
  const measure = findMeasure(node);
  if (measure === undefined) return undefined;
  const message = `the measure "${measure.property.name}" is an aggregate and is not allowed in an argument of ${node.name}`;
  const hint = `omit ${node.name}, or aggregate the values of the measure in an outer SELECT`;
  throw new ServiceError('plan_invalid', message, { hint, offset: node.at });
}

function checkCall(call: Call<Written>): void {
  const rule = FUNCTIONS.get(call.name);
  if (rule === undefined) {
    throw new ServiceError('plan_invalid', `there is no function ${call.name}`, {
      hint: suggest(call.name, FUNCTIONS.keys()),
      offset: call.at,
    });
  }
  const count = call.arguments.length - Number(call.filtered === true);
  if (count < rule.least || count > rule.most) {
    const wanted = rule.least === rule.most ? `${rule.least}` : `${rule.least} to ${rule.most}`;
    throw new ServiceError('plan_invalid', `${call.name} needs ${wanted} arguments, not ${count}`, { offset: call.at });
  }
  if (call.name === 'COUNT' && count > 1 && !call.distinct) {
    throw new ServiceError('plan_invalid', 'COUNT of several values needs DISTINCT', {
      hint: 'COUNT(*) counts rows, COUNT(DISTINCT a, b) pairs',
      offset: call.at,
    });
  }
  if (rule.kind === 'window' && call.over === undefined) {
    throw new ServiceError('plan_invalid', `${call.name} is a window function: it needs OVER (...)`, {
      offset: call.at,
    });
  }
  if (GATHERING.has(call.name) && call.over !== undefined)
    throw new ServiceError('plan_invalid', `${call.name} does not support OVER`, { offset: call.at });
}

/** Aggregates that MariaDB does not support as window functions. */
const GATHERING: ReadonlySet<string> = new Set(['GROUP_CONCAT', 'JSON_ARRAYAGG', 'JSON_OBJECTAGG', 'MEDIAN']);

/** Functions that return strings of a given length, with the index of the argument that determines the length. */
const GROWING: ReadonlyMap<string, number> = new Map([
  ['REPEAT', 1],
  ['LPAD', 1],
  ['RPAD', 1],
  ['SPACE', 0],
]);
const LONGEST_TEXT = 1_000_000;

/** Rejects constant lengths that exceed the limit, before a data source allocates the string. */
function checkLength(call: Call<Resolved>): void {
  const length = call.arguments[GROWING.get(call.name) ?? -1];
  if (length?.kind !== 'literal' || Number(length.text) < LONGEST_TEXT) return;
  throw new ServiceError('plan_invalid', `${call.name} returns strings of fewer than ${LONGEST_TEXT} characters`, {
    offset: length.at,
  });
}

function foldSign(node: Value): Value {
  if (node.kind !== 'unary' || node.operator !== '-' || node.operand.kind !== 'literal') return node;
  const { operand } = node;
  if (!NUMBER_LITERALS.has(operand.type)) return node;
  return derive(operand, negated) ?? node;
}

function negated({ text, ...rest }: Literal): Literal {
  return { ...rest, text: text.startsWith('-') ? text.slice(1) : `-${text}` };
}

function coerceOperands(node: Value): Value {
  switch (node.kind) {
    case 'binary': {
      if (ARITHMETIC_OPERATORS.has(node.operator))
        return { ...node, left: asNumber(node.left), right: asNumber(node.right) };
      if (!COMPARISON_OPERATORS.has(node.operator)) return node;
      return { ...node, left: coerceTo(node.left, node.right), right: coerceTo(node.right, node.left) };
    }
    case 'between':
      return { ...node, low: coerceTo(node.low, node.operand), high: coerceTo(node.high, node.operand) };
    case 'in-list':
      return { ...node, items: node.items.map((item) => coerceTo(item, node.operand)) };
    case 'case': {
      const { operand } = node;
      if (operand === undefined) return node;
      return {
        ...node,
        branches: node.branches.map((branch) => ({ ...branch, when: coerceTo(branch.when, operand) })),
      };
    }
    case 'in-query':
    case 'quantified':
      return compareWithQuery(node, coerceTo);
    default:
      return node;
  }
}

function asNumber(value: Value): Value {
  return value.kind === 'literal' && (value.type === 'hex' || value.type === 'bit') ? numberOfBytes(value) : value;
}

function coerceTo(value: Value, other: Value): Value {
  if (value.kind === 'row' && other.kind === 'row') {
    return { ...value, items: value.items.map((item, index) => coercePart(item, other.items[index])) };
  }
  return coercePart(value, other);
}

function coercePart(value: Value, other: Value | undefined): Value {
  if (other?.kind === 'reference') checkQuoted(value, other.reference);
  if (value.kind !== 'literal' || other === undefined || other.kind === 'literal') return value;
  if (NUMBER_LITERALS.has(value.type) && typeOf(other) === 'string') return besideText(value);
  return other.kind === 'reference' ? coercedTo(value, other.reference) : coerced(value, other);
}

/** Converts a literal to the type of a column. Concept names are not case-sensitive (docs/language.md). */
function coercedTo(value: Literal, { type, name, concepts }: Column): Literal {
  const literal = coerceLiteralTo(value, type, name);
  const spelled = (known: Literal): Literal => ({
    ...known,
    text: concepts?.get(nameKey(known.text))?.name ?? known.text,
  });
  return concepts === undefined ? literal : (derive(literal, spelled) ?? literal);
}

/** Converts a literal to the type of a computed value, if it fits. A quoted value must fit the type of an aggregate. */
function coerced(value: Literal, other: Value): Literal {
  const type = typeOf(other);
  if (isAggregateCall(other) && !NUMBER_LITERALS.has(value.type))
    return coerceLiteralTo(value, type, `${other.name}(...)`);
  return coerceLiteral(value, type) ?? value;
}

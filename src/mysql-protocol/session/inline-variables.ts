import { childrenOf, isExpression, mapChildren, rebuildQuery } from '../../compiler/tree';
import type { Call, Expression, Literal, Query, Source, Written } from '../../model';
import { SessionError } from './refusal';

type Value = Expression<Written>;
type ReadVariable = (name: string) => Literal;

/**
 * Returns a statement without variables of the user. `@x` is the value of the session, or what an item before it in the outermost SELECT has
 * assigned in the same row by `@x := value` (MySQL manual, "User-defined variables"). Rejects other assignments: their values would depend on
 * the order of rows.
 */
export function inlineVariables(query: Query<Written>, read: ReadVariable): Query<Written> {
  if (query.kind === 'set') return new RowVariables(read, new Set()).query(query);
  const expressions = query.items.flatMap(({ expression }) => (isExpression(expression) ? [expression] : []));
  const row = new RowVariables(read, new Set(expressions.flatMap(namesAssignedIn)));
  const items = query.items.map((item) => {
    const { expression } = item;
    return isExpression(expression) ? { ...item, expression: row.item(expression) } : item;
  });
  const others = new RowVariables(read, new Set()).query({ ...query, items: [] });
  return others.kind === 'set' ? others : { ...others, items };
}

/** The variables of the user while the items of a row are computed, one after the other. */
class RowVariables {
  private readonly assigned = new Map<string, Value>();

  /** `assignable` are the names that the items of the row assign. */
  constructor(
    private readonly read: ReadVariable,
    private readonly assignable: ReadonlySet<string>,
  ) {}

  /** Returns the value of the next item, and notes what it assigns. */
  item(expression: Value): Value {
    const value = this.value(expression);
    const after = namesAssignedIn(expression).map((name) => [name, this.valueAfter(expression, name)] as const);
    for (const [name, assigned] of after) this.assigned.set(name, assigned);
    return value;
  }

  query(query: Query<Written>): Query<Written> {
    const outside = this.assignable.size === 0 ? this : new RowVariables(this.read, new Set());
    return rebuildQuery<Written, Written>(query, {
      expression: (node) => outside.value(node),
      query: (inner) => outside.query(inner),
      source: (source) => outside.source(source),
    });
  }

  private source(source: Source<Written>): Source<Written> {
    if (source.kind === 'table') return source;
    if (source.kind === 'derived') return { ...source, query: this.query(source.query) };
    const { on, ...join } = source;
    const rest = { ...join, left: this.source(source.left), right: this.source(source.right) };
    return on === undefined ? rest : { ...rest, on: this.value(on) };
  }

  private value(node: Value): Value {
    if (node.kind === 'literal' || node.kind === 'reference') return node;
    if (isVariable(node)) return this.variable(node);
    return mapChildren<Written, Written>(node, {
      expression: (child) => this.value(child),
      query: (inner) => this.query(inner),
    });
  }

  private variable(node: Call<Written>): Value {
    const assigned = valueAssignedBy(node);
    if (assigned === undefined) return this.current(node);
    if (!this.assignable.has(node.name)) refuseAssignment(node);
    return this.value(assigned);
  }

  private current(variable: Call<Written>): Value {
    const assigned = this.assigned.get(variable.name);
    if (assigned !== undefined) return assigned;
    if (this.assignable.has(variable.name)) refuseAssignment(variable);
    return { ...this.read(variable.name), at: variable.at };
  }

  /** Returns the value of a variable after an expression is computed, of which only one branch is. */
  private valueAfter(node: Value, name: string): Value {
    if (isVariable(node) && node.name === name) {
      const assigned = valueAssignedBy(node);
      if (assigned !== undefined) return this.value(assigned);
    }
    if (node.kind === 'case') {
      const { operand, branches, otherwise } = node;
      return {
        kind: 'case',
        ...(operand && { operand: this.value(operand) }),
        branches: branches.map(({ when, then }) => ({ when: this.value(when), then: this.valueAfter(then, name) })),
        otherwise: otherwise === undefined ? this.before(name) : this.valueAfter(otherwise, name),
      };
    }
    if (node.kind === 'call' && node.name === 'IF') {
      const [condition, ...results] = node.arguments.filter((argument) => isExpression(argument));
      if (condition !== undefined) return { ...node, arguments: [this.value(condition), ...results.map((result) => this.valueAfter(result, name))] }; // prettier-ignore
    }
    const last = childrenOf(node).findLast((child) => namesAssignedIn(child).includes(name));
    return last === undefined ? this.before(name) : this.valueAfter(last, name);
  }

  private before(name: string): Value {
    return this.assigned.get(name) ?? this.read(name);
  }
}

function isVariable(node: Value): node is Call<Written> {
  return node.kind === 'call' && node.name.startsWith('@');
}

function valueAssignedBy({ arguments: [value] }: Call<Written>): Value | undefined {
  return value !== undefined && isExpression(value) ? value : undefined;
}

/** Returns the names of the variables that an expression assigns, without its sub-queries. */
function namesAssignedIn(node: Value): readonly string[] {
  const own = isVariable(node) && valueAssignedBy(node) !== undefined ? [node.name] : [];
  return [...new Set([...own, ...childrenOf(node).flatMap(namesAssignedIn)])];
}

function refuseAssignment({ name, at }: Call<Written>): never {
  throw new SessionError(1235, '42000', `the value of ${name} would depend on the order of rows`, {
    hint: 'assign it before it is read, in the items of the outermost SELECT; or use a window function such as ROW_NUMBER()',
    offset: at,
  });
}

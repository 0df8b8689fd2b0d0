import type {
  ConceptColumn,
  ConceptConstraint,
  CreateConcept,
  ForeignKeyConstraint,
  LogicCondition,
  Transitivity,
} from '../../definition.ast';
import type { Identifier } from '../../../../model';
import { closeDescribed, parseScalarType, takeDescribed, takeDescription, type Described } from './parse-clauses';
import { parseParts } from '../select/parse-primary';
import type { TokenCursor } from '../tokens/token-cursor';

interface Body {
  readonly columns: ConceptColumn[];
  readonly constraints: ConceptConstraint[];
  primaryKey: readonly Identifier[];
  label: readonly Identifier[];
}

interface Clauses extends Described {
  parents?: readonly Identifier[];
  logic?: LogicCondition;
}

/**
 * Parses `CONCEPT x [(body)] [INHERITS (..)] [DESCRIPTION ..] [WITH TAGS ..] [FROM t [WHERE ..]]`, from the name. The
 * clauses may be in any order.
 */
export function parseConcept(cursor: TokenCursor, orReplace: boolean): CreateConcept {
  const name = cursor.name('a name for the concept');
  const body: Body = { columns: [], primaryKey: [], label: [], constraints: [] };
  if (cursor.at('('))
    cursor.enclosed(() => {
      parseMember(cursor, body);
    });
  const clauses: Clauses = {};
  while (takeClause(cursor, clauses));
  const { parents = [], logic } = clauses;
  return { kind: 'create-concept', orReplace, name, ...body, parents, logic, ...closeDescribed(clauses) };
}

function parseMember(cursor: TokenCursor, body: Body): void {
  if (cursor.take('PRIMARY', 'KEY')) body.primaryKey = parseOnce(cursor, body.primaryKey, 'PRIMARY KEY');
  else if (cursor.at('LABEL', '(') && cursor.take('LABEL')) body.label = parseOnce(cursor, body.label, 'LABEL');
  else if (cursor.take('CONSTRAINT')) body.constraints.push(parseConstraint(cursor));
  else body.columns.push(parseColumn(cursor));
}

function parseOnce(cursor: TokenCursor, before: readonly Identifier[], what: string): Identifier[] {
  if (before.length > 0) cursor.refuse({ message: `${what} occurs twice` });
  return cursor.names('a property');
}

function parseColumn(cursor: TokenCursor): ConceptColumn {
  const name = cursor.name('a property, PRIMARY KEY, LABEL or CONSTRAINT');
  const measure = cursor.take('MEASURE');
  return { name, measure, type: parseScalarType(cursor) };
}

function parseConstraint(cursor: TokenCursor): ConceptConstraint {
  const name = cursor.name('a name for the relationship');
  switch (cursor.expectAny(['FOREIGN', 'MULTIREFERENCE', 'MULTIVALUE'])) {
    case 'MULTIVALUE':
      return { kind: 'multi-value', name, type: parseScalarType(cursor) };
    case 'MULTIREFERENCE':
      return { kind: 'multi-reference', name, target: cursor.name('a concept'), ...parseRelationship(cursor) };
    case 'FOREIGN':
      return { kind: 'foreign-key', name, ...parseForeignKey(cursor), ...parseRelationship(cursor) };
  }
}

/** Parses `KEY (..) REFERENCES concept [(..)]`, after FOREIGN. */
export function parseForeignKey(
  cursor: TokenCursor,
): Pick<ForeignKeyConstraint, 'columns' | 'target' | 'targetColumns'> {
  cursor.expect('KEY');
  const columns = cursor.names('a property');
  cursor.expect('REFERENCES');
  const target = cursor.name('a concept');
  return { columns, target, targetColumns: cursor.at('(') ? cursor.names('a property') : [] };
}

function parseRelationship(
  cursor: TokenCursor,
): Pick<ForeignKeyConstraint, 'inverse' | 'transitivity' | 'description'> {
  const inverse = cursor.take('INVERSEOF') ? cursor.name('a name for the inverse') : undefined;
  const transitivity = cursor.take('TRANSITIVE') ? parseTransitivity(cursor) : undefined;
  return { inverse, transitivity, description: takeDescription(cursor) };
}

/** Parses `[(n)]`, after TRANSITIVE. */
function parseTransitivity(cursor: TokenCursor): Transitivity {
  if (!cursor.take('(')) return 'default';
  const { at } = cursor.peek();
  const steps = cursor.integer('the greatest number of steps');
  if (steps < 1) cursor.refuse({ message: 'TRANSITIVE needs at least one step' }, at);
  cursor.expect(')');
  return steps;
}

function takeClause(cursor: TokenCursor, clauses: Clauses): boolean {
  if (takeDescribed(cursor, clauses)) return true;
  if (clauses.parents === undefined && cursor.take('INHERITS')) {
    clauses.parents = cursor.names('a concept');
    return true;
  }
  if (clauses.logic !== undefined || !cursor.take('FROM')) return false;
  clauses.logic = parseLogic(cursor);
  return true;
}

function parseLogic(cursor: TokenCursor): LogicCondition {
  const { at } = cursor.peek();
  const from = { parts: parseParts(cursor), at };
  return { from, where: cursor.take('WHERE') ? cursor.expression() : undefined };
}

import { suggest } from '../../../../errors';
import type { Identifier, ScalarType, ScalarTypeName } from '../../../../model';
import type { TagAssignment } from '../../definition.ast';
import type { DataSourceOption, Option, QueryOption } from '../../option.ast';
import type { TokenCursor } from '../tokens/token-cursor';

const TYPES: Readonly<Record<string, ScalarTypeName>> = {
  STRING: 'string',
  BOOLEAN: 'boolean',
  INT: 'integer',
  INTEGER: 'integer',
  SMALLINT: 'smallint',
  BIGINT: 'bigint',
  FLOAT: 'float',
  DOUBLE: 'double',
  DECIMAL: 'decimal',
  DATE: 'date',
  TIME: 'time',
  TIMESTAMP: 'timestamp',
};
const TYPE_NAMES = Object.keys(TYPES).map((key) => key.toLowerCase());

/** Parses a type of the language (docs/language.md). Rejects an unknown type with a suggestion. */
export function parseScalarType(cursor: TokenCursor): ScalarType {
  const { key, value, kind } = cursor.peek();
  const name = TYPES[key];
  if (name === undefined) {
    if (kind !== 'word') return cursor.refuseFound('a type');
    const hint = suggest(value, TYPE_NAMES) ?? `the types are ${TYPE_NAMES.join(', ')}`;
    return cursor.refuse({ message: `unknown type "${value}"`, hint });
  }
  cursor.next();
  return name === 'decimal' && cursor.at('(') ? parseDecimal(cursor) : { name };
}

function parseDecimal(cursor: TokenCursor): ScalarType {
  const { at } = cursor.peek();
  const [precision = 0, scale = 0, ...more] = cursor.enclosed(() => cursor.integer());
  if (more.length > 0 || precision < 1 || precision > 65 || scale > precision) {
    cursor.refuse({ message: 'the precision of decimal must be 1 to 65, and its scale not larger' }, at);
  }
  return { name: 'decimal', precision, scale };
}

/** Parses `name = 'value'`. An integer may be written without quotes. */
export function parseOption(cursor: TokenCursor): Option {
  const name = cursor.memberName();
  cursor.expect('=');
  return { name, value: parseValue(cursor) };
}

function parseValue(cursor: TokenCursor): string {
  return cursor.peek().kind === 'integer' ? cursor.next().value : cursor.string();
}

/** Parses `OPTIONS (a = '...', ...)`. Returns an empty list when the clause is absent. */
export function parseOptions(cursor: TokenCursor): Option[] {
  return cursor.take('OPTIONS') ? cursor.enclosed(() => parseOption(cursor)) : [];
}

/** Parses `OPTIONS ('a' = '...', ...)` after a SELECT. Returns undefined when the clause is absent. */
export function parseQueryOptions(cursor: TokenCursor): QueryOption[] | undefined {
  if (!cursor.take('OPTIONS')) return undefined;
  return cursor.enclosed(() => {
    const name = { at: cursor.peek().at, name: cursor.string('the name of an option as a string') };
    cursor.expect('=');
    const { at, kind } = cursor.peek();
    return { name, value: parseValue(cursor), at: kind === 'integer' ? at : at + 1 };
  });
}

/** Parses the options of a data source, whose values may be in the environment of the service: `a = env('VARIABLE')`. */
export function parseDataSourceOptions(cursor: TokenCursor): DataSourceOption[] {
  if (!cursor.take('OPTIONS')) return [];
  return cursor.enclosed(() => {
    const name = cursor.memberName();
    cursor.expect('=');
    return cursor.atVariable() ? { name, variable: parseVariable(cursor) } : { name, value: parseValue(cursor) };
  });
}

/** Parses `env('VARIABLE')`. */
function parseVariable(cursor: TokenCursor): Identifier {
  cursor.expect('ENV', '(');
  const { at } = cursor.peek();
  const name = cursor.string('the name of an environment variable as a string');
  cursor.expect(')');
  return { name, at };
}

/** The clauses DESCRIPTION and WITH TAGS while they are parsed: each is allowed once, in any order. */
export interface Described {
  description?: string;
  tags?: TagAssignment[];
}

/** Parses one of the two clauses into `into`. Returns false when neither starts at the cursor. */
export function takeDescribed(cursor: TokenCursor, into: Described): boolean {
  const description = takeDescription(cursor);
  if (description !== undefined) {
    if (into.description !== undefined) cursor.refuse({ message: 'DESCRIPTION occurs twice' });
    into.description = description;
    return true;
  }
  if (!cursor.take('WITH', 'TAGS')) return false;
  if (into.tags !== undefined) cursor.refuse({ message: 'WITH TAGS occurs twice' });
  into.tags = cursor.enclosed(() => parseOption(cursor));
  return true;
}

/** Parses `DESCRIPTION [=] '...'`. Returns undefined when the clause is absent. */
export function takeDescription(cursor: TokenCursor): string | undefined {
  if (!cursor.take('DESCRIPTION')) return undefined;
  cursor.take('=');
  return cursor.string('the description as a string');
}

/** Returns the parsed clauses as fields of a statement; without WITH TAGS, `tags` is an empty list. */
export function closeDescribed({ description, tags = [] }: Described): {
  description?: string;
  tags: readonly TagAssignment[];
} {
  return { description, tags };
}

/** Parses `ROLE a, b` or `ROLE a, ROLE b`. */
export function parseRoles(cursor: TokenCursor): Identifier[] {
  cursor.expect('ROLE');
  return cursor.list(() => {
    if (cursor.atName(1)) cursor.take('ROLE');
    return cursor.name('a role');
  });
}

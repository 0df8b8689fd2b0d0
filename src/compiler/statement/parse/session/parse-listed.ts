import type { Identifier } from '../../../../model';
import type { Listed, ShowListed } from '../../session.ast';
import type { TokenCursor } from '../tokens/token-cursor';

/** The words after SHOW, and after FULL, that begin a list of MySQL. Longer ones come first. */
const LISTS: readonly (readonly [readonly [string, ...string[]], Listed])[] = [
  [['DATABASES'], 'databases'],
  [['SCHEMAS'], 'databases'],
  [['TABLES'], 'tables'],
  [['TABLE', 'STATUS'], 'table-status'],
  [['COLUMNS'], 'columns'],
  [['FIELDS'], 'columns'],
  [['INDEX'], 'index'],
  [['INDEXES'], 'index'],
  [['KEYS'], 'index'],
  [['CREATE', 'TABLE'], 'create-table'],
  [['CREATE', 'VIEW'], 'create-table'],
  [['CREATE', 'DATABASE'], 'create-database'],
  [['CREATE', 'SCHEMA'], 'create-database'],
  [['VARIABLES'], 'variables'],
  [['STATUS'], 'status'],
  [['CHARACTER', 'SET'], 'character-sets'],
  [['CHARSET'], 'character-sets'],
  [['COLLATION'], 'collations'],
  [['STORAGE', 'ENGINES'], 'engines'],
  [['ENGINES'], 'engines'],
  [['WARNINGS'], 'warnings'],
  [['ERRORS'], 'warnings'],
  [['PROCESSLIST'], 'processes'],
  [['GRANTS'], 'grants'],
  [['PRIVILEGES'], 'privileges'],
  [['PLUGINS'], 'plugins'],
  [['TRIGGERS'], 'triggers'],
  [['EVENTS'], 'events'],
  [['PROCEDURE', 'STATUS'], 'routines'],
  [['FUNCTION', 'STATUS'], 'routines'],
];

/** Words between SHOW and what it lists, which change nothing here, besides FULL. */
const SCOPES: ReadonlySet<string> = new Set(['EXTENDED', 'GLOBAL', 'SESSION', 'LOCAL']);

/** The lists whose FROM names a table, and after it a database. */
const OF_TABLE: ReadonlySet<Listed> = new Set(['columns', 'index']);

/** Parses the rest of a SHOW of MySQL, after SHOW; undefined for a SHOW of the ontology language. */
export function parseListed(cursor: TokenCursor): ShowListed | undefined {
  let ahead = 0;
  while (SCOPES.has(cursor.peek(ahead).key) || cursor.peek(ahead).key === 'FULL') ahead++;
  const found = LISTS.find(([words]) => words.every((word, index) => cursor.peek(ahead + index).key === word));
  if (found === undefined) return undefined;
  const [words, what] = found;
  let full = false;
  for (let count = 0; count < ahead + words.length; count++) full = cursor.next().key === 'FULL' || full;
  if (what === 'create-table' || what === 'create-database') return parseCreated(cursor, what);
  const place = OF_TABLE.has(what) ? parsePlaceOfTable(cursor) : parsePlace(cursor);
  skipRest(cursor, what);
  return { kind: 'show-listed', what, full, ...place, ...parseFilter(cursor) };
}

/** Parses `[db.]t [column]`, after DESCRIBE: SHOW COLUMNS of a table. */
export function parseDescribed(cursor: TokenCursor): ShowListed {
  const place = parseName(cursor);
  const column = cursor.atName() ? cursor.next().value : cursor.atString() ? cursor.string() : undefined;
  return { kind: 'show-listed', what: 'columns', full: false, ...place, ...(column !== undefined && { like: column }) };
}

function parseCreated(cursor: TokenCursor, what: Listed): ShowListed {
  if (what === 'create-table') return { kind: 'show-listed', what, full: false, ...parseName(cursor) };
  cursor.take('IF', 'NOT', 'EXISTS');
  return { kind: 'show-listed', what, full: false, database: cursor.name('a database') };
}

/** Parses `t` or `db.t`. */
function parseName(cursor: TokenCursor): { readonly database?: Identifier; readonly table: Identifier } {
  const first = cursor.name('a table');
  return cursor.take('.') ? { database: first, table: cursor.memberName() } : { table: first };
}

function parsePlaceOfTable(cursor: TokenCursor): Pick<ShowListed, 'database' | 'table'> {
  if (!cursor.take('FROM')) cursor.expect('IN');
  const place = parseName(cursor);
  return { ...place, ...parsePlace(cursor) };
}

function parsePlace(cursor: TokenCursor): { readonly database?: Identifier } {
  return cursor.take('FROM') || cursor.take('IN') ? { database: cursor.name('a database') } : {};
}

/** Skips what limits lists that are always short. */
function skipRest(cursor: TokenCursor, what: Listed): void {
  if (what === 'grants' && cursor.take('FOR')) while (cursor.peek().kind !== 'end' && !cursor.at(';')) cursor.next();
  if (what === 'warnings' && cursor.take('LIMIT')) {
    cursor.integer();
    if (cursor.take(',')) cursor.integer();
  }
}

function parseFilter(cursor: TokenCursor): Pick<ShowListed, 'like' | 'where'> {
  if (cursor.take('LIKE')) return { like: cursor.string('a pattern as a string') };
  return cursor.take('WHERE') ? { where: cursor.expression() } : {};
}

import type { Identifier } from '../../../../model';
import type { AccountStatement, GivenDataSource, ReadStatement, Show } from '../../definition.ast';
import { parseOptions, parseQueryOptions } from './parse-clauses';
import { parseDataSourceType } from './parse-create';
import type { TokenCursor } from '../tokens/token-cursor';

const SHOWN = {
  VERSION: 'version',
  ONTOLOGIES: 'ontologies',
  DATASOURCES: 'datasources',
  CONCEPTS: 'concepts',
  SCHEMAS: 'schemas',
  TAGS: 'tags',
  HISTORY: 'history',
  CONFIG: 'config',
  USERS: 'users',
  ROLES: 'roles',
  PERMISSIONS: 'permissions',
} satisfies Record<string, Show['what']>;
const SHOW_WORDS = [
  ...(Object.keys(SHOWN) as (keyof typeof SHOWN)[]),
  'TABLES',
  'TOKENS',
  'TOKEN',
  'CREATE',
  'DIFF',
  'ACCESS',
] as const;

/** Parses the rest of a SHOW statement, after SHOW. */
export function parseShow(cursor: TokenCursor): ReadStatement | AccountStatement {
  const word = cursor.expectAny(SHOW_WORDS);
  switch (word) {
    case 'TABLES': {
      const isNamed = cursor.take('IN') || cursor.take('FROM');
      return { kind: 'show-tables', schema: isNamed ? cursor.name('a schema') : undefined };
    }
    case 'TOKENS':
      cursor.expect('FOR');
      return { kind: 'show-tokens', user: cursor.name('a user') };
    case 'TOKEN':
      cursor.expect('FOR');
      return { kind: 'show-token', user: cursor.name('a user') };
    case 'CREATE':
      cursor.expect('ONTOLOGY');
      return { kind: 'show-create-ontology', name: cursor.name('an ontology') };
    case 'DIFF':
      return parseDiff(cursor);
    case 'ACCESS':
      return parseAccess(cursor);
    default:
      return { kind: 'show', what: SHOWN[word] };
  }
}

/** Parses `OF ONTOLOGY x FROM '..' TO '..'`, after SHOW DIFF. */
function parseDiff(cursor: TokenCursor): ReadStatement {
  cursor.expect('OF');
  cursor.expect('ONTOLOGY');
  const name = cursor.name('an ontology');
  cursor.expect('FROM');
  const from = parseVersion(cursor);
  cursor.expect('TO');
  return { kind: 'show-diff', name, from, to: parseVersion(cursor) };
}

/** Parses `TO x FOR USER u`, after SHOW ACCESS. */
function parseAccess(cursor: TokenCursor): ReadStatement {
  cursor.expect('TO');
  const concept = cursor.name('a concept');
  cursor.expect('FOR', 'USER');
  return { kind: 'show-access', concept, user: cursor.name('a user') };
}

function parseVersion(cursor: TokenCursor): Identifier {
  const { at } = cursor.peek();
  return { name: cursor.string('the id of a version as a string'), at };
}

/** Parses `[schema.]x` or `CONCEPT [schema.]x [OPTIONS (..)]`, after DESCRIBE. */
export function parseDescribe(cursor: TokenCursor): ReadStatement {
  if (!cursor.at('CONCEPT') || !cursor.atName(1)) return { kind: 'describe', ...parseTable(cursor) };
  cursor.next();
  return { kind: 'describe-concept', ...parseTable(cursor), options: parseOptions(cursor) };
}

function parseTable(cursor: TokenCursor): { schema?: Identifier; name: Identifier } {
  const first = cursor.name('a concept or a view');
  return cursor.take('.') ? { schema: first, name: cursor.memberName() } : { schema: undefined, name: first };
}

/** Parses `ONTOLOGY x`, after CHECK. CHECK TABLE is a statement of MySQL. */
export function parseCheck(cursor: TokenCursor): ReadStatement {
  if (!cursor.take('ONTOLOGY')) {
    const message = 'the ontology language has only CHECK ONTOLOGY';
    cursor.refuse(
      { message, hint: 'write CHECK ONTOLOGY and the name', code: 'statement_not_allowed' },
      cursor.peek().at,
    );
  }
  return { kind: 'check-ontology', name: cursor.name('an ontology') };
}

/** Parses `DATASOURCE x` or `DATASOURCE TYPE t OPTIONS (..)`, after TEST. */
export function parseTest(cursor: TokenCursor): ReadStatement {
  cursor.expect('DATASOURCE');
  const isGiven = cursor.at('TYPE') && cursor.atName(1);
  if (!isGiven) return { kind: 'test-datasource', source: { kind: 'defined', name: cursor.name('a data source') } };
  return { kind: 'test-datasource', source: { kind: 'given', ...parseGiven(cursor) } };
}

/** Parses `ONTOLOGY x FROM DATASOURCE TYPE t OPTIONS (..)` or `DATASOURCE x TYPE t OPTIONS (..)`, after DRAFT. */
export function parseDraft(cursor: TokenCursor): ReadStatement {
  if (cursor.expectAny(['ONTOLOGY', 'DATASOURCE']) === 'DATASOURCE') {
    const dataSource = cursor.name('a name for the data source');
    return { kind: 'draft-datasource', name: dataSource, source: parseGiven(cursor) };
  }
  const name = cursor.name('an ontology');
  cursor.expect('FROM', 'DATASOURCE');
  return { kind: 'draft-ontology', name, source: parseGiven(cursor) };
}

function parseGiven(cursor: TokenCursor): GivenDataSource {
  const { at } = cursor.peek();
  return { at, ...parseDataSourceType(cursor) };
}

export function parseExplain(cursor: TokenCursor): ReadStatement {
  if (!['SELECT', 'WITH', '('].includes(cursor.peek().key)) cursor.refuseFound('SELECT', ['SELECT', 'WITH']);
  const query = cursor.query();
  const options = parseQueryOptions(cursor);
  return { kind: 'explain', query, ...(options && { options }) };
}

import type { Identifier } from '../../../../model';
import type { AccountStatement, Grantee, GrantResource, RightName, UserAction } from '../../account.ast';
import { parseOptions } from './parse-clauses';
import type { TokenCursor } from '../tokens/token-cursor';

const RIGHTS = {
  ACCESS: 'access',
  QUERY: 'query',
  EDIT: 'edit',
  ADMIN: 'admin',
  UNMASK: 'unmask',
  CREATE: 'create',
  AUTH: 'auth',
} satisfies Record<string, RightName>;
/** The resource that each word after ON ALL names. */
const RESOURCE_OF_KIND = { ONTOLOGY: 'all', DATASOURCE: 'datasources', USER: 'users' } as const;
const KINDS = Object.keys(RESOURCE_OF_KIND) as (keyof typeof RESOURCE_OF_KIND)[];
const RIGHTS_ON_ALL_OF_A_KIND: readonly RightName[] = ['access', 'query', 'edit'];
const RIGHT_WORDS = Object.keys(RIGHTS) as (keyof typeof RIGHTS)[];

/** Parses `USER x [PASSWORD '...'] [OPTIONS (..)]`, from the name. */
export function parseUser(cursor: TokenCursor): AccountStatement {
  const name = cursor.name('a name for the user');
  if (cursor.atString()) cursor.expect('PASSWORD');
  const password = cursor.take('PASSWORD') ? cursor.string('the password as a string') : undefined;
  return { kind: 'create-user', name, ...(password !== undefined && { password }), options: parseOptions(cursor) };
}

/** Parses PERMISSIONS, after REFRESH. */
export function parseRefresh(cursor: TokenCursor): AccountStatement {
  cursor.expect('PERMISSIONS');
  return { kind: 'refresh-permissions' };
}

/** Parses `x SET PASSWORD '...' [REPLACE '...']`, `x DISABLE` or `x ENABLE`, after ALTER USER. */
export function parseAlterUser(cursor: TokenCursor): AccountStatement {
  const name = cursor.name('a user');
  return { kind: 'alter-user', name, action: parseUserAction(cursor) };
}

function parseUserAction(cursor: TokenCursor): UserAction {
  const word = cursor.expectAny(['SET', 'DISABLE', 'ENABLE']);
  if (word !== 'SET') return { kind: word === 'DISABLE' ? 'disable' : 'enable' };
  cursor.expect('PASSWORD');
  const password = cursor.string('the password as a string');
  if (!cursor.take('REPLACE')) return { kind: 'set-password', password };
  return { kind: 'set-password', password, replaced: cursor.string('the previous password as a string') };
}

/** Parses `TOKEN 'name' FOR USER x [OPTIONS (..)]`, from the name. */
export function parseToken(cursor: TokenCursor): AccountStatement {
  const token = cursor.string('the name of the token as a string');
  cursor.expect('FOR', 'USER');
  const user = cursor.name('a user');
  return { kind: 'create-token', token, user, options: parseOptions(cursor) };
}

export function parseRole(cursor: TokenCursor): AccountStatement {
  return { kind: 'create-role', name: cursor.name('a name for the role') };
}

/** Parses `ROLE r TO ..` or `right ON resource TO ..`, after GRANT. */
export function parseGrant(cursor: TokenCursor): AccountStatement {
  return parseGrantOrRevoke(cursor, 'grant', 'TO');
}

/** Parses `ROLE r FROM ..`, `right ON resource FROM ..`, `TOKEN 't' FROM USER u` or `TOKENS FROM USER u`, after REVOKE. */
export function parseRevoke(cursor: TokenCursor): AccountStatement {
  if (cursor.take('TOKENS')) return { kind: 'revoke-tokens', user: parseTokenOwner(cursor) };
  if (cursor.take('TOKEN')) {
    const token = cursor.string('the id or the name of the token as a string');
    return { kind: 'revoke-tokens', token, user: parseTokenOwner(cursor) };
  }
  return parseGrantOrRevoke(cursor, 'revoke', 'FROM');
}

function parseGrantOrRevoke(cursor: TokenCursor, kind: 'grant' | 'revoke', link: 'TO' | 'FROM'): AccountStatement {
  if (cursor.take('ROLE')) {
    const role = cursor.name('a role');
    cursor.expect(link);
    return { kind: `${kind}-role`, role, grantee: parseGrantee(cursor) };
  }
  const right = parseRight(cursor);
  const isServiceWide = right.startsWith('create') && !cursor.at('ON');
  const resource: GrantResource = isServiceWide ? { kind: 'all' } : parseResource(cursor, right);
  cursor.expect(link);
  const grantee = parseGrantee(cursor);
  if (cursor.at('WITH', 'GRANT', 'OPTION')) {
    const message = 'WITH GRANT OPTION is not supported';
    const hint = 'GRANT ADMIN on the resource contains the right to grant rights on it';
    cursor.refuse({ message, hint, code: 'statement_not_allowed' });
  }
  return { kind, right, resource, grantee };
}

/** Parses `[ONTOLOGY | DATASOURCE | USER]`, after ON ALL. Rejects these words for rights that ON ALL gives on more than them. */
function parseAll(cursor: TokenCursor, right: RightName): GrantResource {
  const { at } = cursor.peek();
  const kind = KINDS.find((word) => cursor.take(word));
  if (kind === undefined) return { kind: 'all' };
  if (!RIGHTS_ON_ALL_OF_A_KIND.includes(right)) {
    const message = `only ACCESS, QUERY and EDIT can be granted ON ALL ${kind}`;
    cursor.refuse({ message, hint: `write ${right.toUpperCase()} ON ALL to grant it on everything` }, at);
  }
  return { kind: RESOURCE_OF_KIND[kind] };
}

function parseRight(cursor: TokenCursor): RightName {
  const right = RIGHTS[cursor.expectAny(RIGHT_WORDS)];
  return right === 'create' && cursor.take('DATASOURCE') ? 'create datasource' : right;
}

function parseTokenOwner(cursor: TokenCursor): Identifier {
  cursor.expect('FROM', 'USER');
  return cursor.name('a user');
}

function parseGrantee(cursor: TokenCursor): Grantee {
  const kind = cursor.expectAny(['USER', 'ROLE']) === 'USER' ? 'user' : 'role';
  return { kind, name: cursor.name(`a ${kind}`) };
}

/** Parses `ON ALL [ONTOLOGY | DATASOURCE | USER]`, `ON ontology.o[.schema.s]`, `ON datasource.o.d` or `ON user.u`. */
function parseResource(cursor: TokenCursor, right: RightName): GrantResource {
  cursor.expect('ON');
  const kind = cursor.expectAny(['ALL', 'ONTOLOGY', 'DATASOURCE', 'USER']);
  if (kind === 'ALL') return parseAll(cursor, right);
  cursor.expect('.');
  if (kind === 'USER') return { kind: 'user', user: cursor.memberName() };
  const ontology = cursor.memberName();
  if (kind === 'DATASOURCE') {
    cursor.expect('.');
    return { kind: 'datasource', ontology, dataSource: cursor.memberName() };
  }
  if (!cursor.take('.')) return { kind: 'ontology', ontology };
  cursor.expect('SCHEMA', '.');
  return { kind: 'ontology', ontology, schema: cursor.memberName() };
}

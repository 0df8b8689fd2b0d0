import { isWholeResource, printResource } from '../../../model';
import type { AccountStatement, GrantResource, UserAction } from '../account.ast';
import type { StatementBody } from '../definition.ast';
import { printOptions } from './print-clauses';
import { printName, printString } from './print-token';

type Kind = AccountStatement['kind'];
type Account<K extends Kind> = Extract<AccountStatement, { readonly kind: K }>;

const PRINTERS: { readonly [K in Kind]: (statement: Account<K>) => string } = {
  'create-user': printUser,
  'alter-user': ({ name, action }) => `ALTER USER ${printName(name)} ${printUserAction(action)}`,
  'drop-user': ({ name }) => `DROP USER ${printName(name)}`,
  'create-role': ({ name }) => `CREATE ROLE ${printName(name)}`,
  'drop-role': ({ name }) => `DROP ROLE ${printName(name)}`,
  'create-token': ({ token, user, options }) =>
    `CREATE TOKEN ${printString(token)} FOR USER ${printName(user)}${printOptions(options)}`,
  'show-token': ({ user }) => `SHOW TOKEN FOR ${printName(user)}`,
  'revoke-tokens': ({ token, user }) => `REVOKE ${printTokens(token)} FROM USER ${printName(user)}`,
  'refresh-permissions': () => 'REFRESH PERMISSIONS',
  grant: printRight,
  revoke: printRight,
  'grant-role': printMembership,
  'revoke-role': printMembership,
};

export function isAccount(statement: StatementBody): statement is AccountStatement {
  return statement.kind in PRINTERS;
}

/** Prints a statement on users, roles, rights or tokens. */
export function printAccount(statement: AccountStatement): string {
  const print: (statement: never) => string = PRINTERS[statement.kind];
  return print(statement as never);
}

function printUser({ name, password, options }: Account<'create-user'>): string {
  const word = password === undefined ? '' : ` PASSWORD ${printString(password)}`;
  return `CREATE USER ${printName(name)}${word}${printOptions(options)}`;
}

function printRight(statement: Account<'grant' | 'revoke'>): string {
  return printChange(statement, `${statement.right.toUpperCase()} ON ${printGrantResource(statement.resource)}`);
}

function printMembership(statement: Account<'grant-role' | 'revoke-role'>): string {
  return printChange(statement, `ROLE ${printName(statement.role)}`);
}

function printTokens(token: string | undefined): string {
  return token === undefined ? 'TOKENS' : `TOKEN ${printString(token)}`;
}

function printUserAction(action: UserAction): string {
  if (action.kind !== 'set-password') return action.kind.toUpperCase();
  const replaced = action.replaced === undefined ? '' : ` REPLACE ${printString(action.replaced)}`;
  return `SET PASSWORD ${printString(action.password)}${replaced}`;
}

type Change = Extract<AccountStatement, { grantee: unknown }>;

function printChange({ kind, grantee }: Change, what: string): string {
  const [verb, link] = kind.startsWith('grant') ? ['GRANT', 'TO'] : ['REVOKE', 'FROM'];
  return `${verb} ${what} ${link} ${grantee.kind.toUpperCase()} ${printName(grantee.name)}`;
}

function printGrantResource(resource: GrantResource): string {
  if (isWholeResource(resource)) return printResource(resource);
  if (resource.kind === 'user') return `user.${printName(resource.user)}`;
  const ontology = printName(resource.ontology);
  if (resource.kind === 'datasource') return `datasource.${ontology}.${printName(resource.dataSource)}`;
  const schema = resource.schema === undefined ? '' : `.schema.${printName(resource.schema)}`;
  return `ontology.${ontology}${schema}`;
}

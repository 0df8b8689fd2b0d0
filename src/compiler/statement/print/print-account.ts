import type { AccountStatement, GrantResource, UserAction } from '../account.ast';
import type { StatementBody } from '../definition.ast';
import { printOptions } from './print-clauses';
import { printName, printString } from './print-token';

const KINDS = {
  'create-user': true,
  'alter-user': true,
  'drop-user': true,
  'create-role': true,
  'drop-role': true,
  grant: true,
  revoke: true,
  'create-token': true,
  'revoke-tokens': true,
  'grant-role': true,
  'revoke-role': true,
} satisfies Record<AccountStatement['kind'], true>;

export function isAccount(statement: StatementBody): statement is AccountStatement {
  return statement.kind in KINDS;
}

/** Prints a statement on users, roles, rights or tokens. */
export function printAccount(statement: AccountStatement): string {
  switch (statement.kind) {
    case 'create-user': {
      const { name, password, options } = statement;
      return `CREATE USER ${printName(name)} PASSWORD ${printString(password)}${printOptions(options)}`;
    }
    case 'alter-user':
      return `ALTER USER ${printName(statement.name)} ${printUserAction(statement.action)}`;
    case 'drop-user':
      return `DROP USER ${printName(statement.name)}`;
    case 'create-role':
      return `CREATE ROLE ${printName(statement.name)}`;
    case 'drop-role':
      return `DROP ROLE ${printName(statement.name)}`;
    case 'create-token': {
      const { token, user, options } = statement;
      return `CREATE TOKEN ${printString(token)} FOR USER ${printName(user)}${printOptions(options)}`;
    }
    case 'revoke-tokens':
      return `REVOKE ${printTokens(statement.token)} FROM USER ${printName(statement.user)}`;
    case 'grant':
    case 'revoke':
      return printChange(statement, `${statement.right.toUpperCase()} ON ${printResource(statement.resource)}`);
    case 'grant-role':
    case 'revoke-role':
      return printChange(statement, `ROLE ${printName(statement.role)}`);
  }
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

function printResource(resource: GrantResource): string {
  if (resource.kind === 'all') return 'ALL';
  if (resource.kind === 'user') return `user.${printName(resource.user)}`;
  const ontology = printName(resource.ontology);
  if (resource.kind === 'datasource') return `datasource.${ontology}.${printName(resource.dataSource)}`;
  const schema = resource.schema === undefined ? '' : `.schema.${printName(resource.schema)}`;
  return `ontology.${ontology}${schema}`;
}

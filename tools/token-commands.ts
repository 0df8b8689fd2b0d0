import { type INestApplicationContext } from '@nestjs/common';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type ApiToken, AuthModule, OPERATOR, readTokenTtl, TokensService, type User, UsersService } from '../src/auth';
import { openService } from './terminal/open-service';
import { printTable } from './terminal/print-table';

const TOKEN_COLUMNS = ['id', 'name', 'created', 'expires'] as const;

/** Adds the command `token`: the API tokens of a user. */
export function addTokenCommands(program: Command): void {
  const token = program.command('token').description('API tokens of a user');
  token
    .command('issue')
    .description('create a token and print it; it is not shown again')
    .argument('<user>')
    .option('--name <text>', 'name of the token')
    .option('--read-only', 'the token reads, and changes nothing')
    .option('--ontology <name...>', 'the token is for these ontologies only')
    .option('--ttl <duration>', 'lifetime, for example 90d, instead of API_TOKEN_TTL', readTtl)
    .action((user: string, { name, readOnly, ontology, ttl }: IssueOptions) =>
      withTokens(user, async (tokens, owner) => {
        if (owner.disabled) throw new Error('the user is disabled: use "user enable" first');
        process.stdout.write(
          `${await tokens.issue(owner, name, { isReadOnly: readOnly, ontologies: ontology, ttlSeconds: ttl })}\n`,
        );
      }),
    );
  token
    .command('list')
    .description('show the tokens of a user, or of all users, that are neither revoked nor expired')
    .argument('[user]')
    .action((user: string | undefined) => (user === undefined ? listAllTokens() : withTokens(user, listTokens)));
  token
    .command('revoke')
    .description('revoke one token of a user or all of them')
    .argument('<user>')
    .addOption(new Option('--id <id>', 'the token that "token list" shows with this id').conflicts('all'))
    .option('--all', 'all tokens of the user')
    .action((user: string, options: { id?: string; all?: true }) =>
      withTokens(user, (tokens, owner) => revokeTokens(tokens, owner, options)),
    );
  token
    .command('finish-migration')
    .description('stop storing the SHA-256 of tokens, which instances of a release before the MySQL protocol need')
    .action(() =>
      openService([AuthModule], async (service) => {
        await service.get(TokensService).finishMigration();
        process.stdout.write('finished: only second hashes of tokens are stored\n');
      }),
    );
}

interface IssueOptions {
  readonly name?: string;
  readonly readOnly?: boolean;
  readonly ontology?: readonly string[];
  readonly ttl?: number;
}

function readTtl(text: string): number {
  const seconds = readTokenTtl(text);
  if (seconds !== undefined) return seconds;
  throw new InvalidArgumentError('a number with s, m, h or d, at most 3650d');
}

async function listTokens(tokens: TokensService, owner: User): Promise<void> {
  const rows = (await tokens.list(owner.id)).map(cellsOf);
  process.stdout.write(printTable(TOKEN_COLUMNS, rows));
}

/** The tokens of all users, with their users as a last column. */
function listAllTokens(): Promise<void> {
  return openService([AuthModule], async (service) => {
    const users = await service.get(UsersService).list(OPERATOR);
    const names = new Map(users.map(({ id, name }) => [id, name]));
    const tokens = await service.get(TokensService).listAll();
    const rows = tokens.map((token) => [...cellsOf(token), names.get(token.userId) ?? null]);
    process.stdout.write(printTable([...TOKEN_COLUMNS, 'user'], rows));
  });
}

function cellsOf({ id, name, createdAt, expiresAt }: ApiToken): readonly (string | null)[] {
  return [id, name, createdAt, expiresAt];
}

async function revokeTokens(
  tokens: TokensService,
  owner: User,
  { id, all }: { id?: string; all?: true },
): Promise<void> {
  if (id === undefined && all !== true) throw new Error('specify --id <id> or --all');
  const revoked = await tokens.revoke(owner.id, id);
  if (id !== undefined && revoked === 0) throw new Error('the user has no valid token with this id');
  process.stdout.write(`${revoked} revoked\n`);
}

function withTokens(user: string, work: (tokens: TokensService, owner: User) => Promise<void>): Promise<void> {
  return openService([AuthModule], async (service: INestApplicationContext) => {
    const owner = await service.get(UsersService).get(OPERATOR, { name: user });
    await work(service.get(TokensService), owner);
  });
}

import { type Command, Option } from 'commander';
import { AccountsService, AuthModule, OPERATOR, UsersService } from '../src/auth';
import { type GrantResource, type RightName } from '../src/compiler/statement';
import { openService } from './terminal/open-service';
import { printTable } from './terminal/print-table';
import { readNewPassword } from './terminal/read-password';

const RIGHTS: readonly RightName[] = ['access', 'query', 'edit', 'admin', 'unmask', 'create', 'create datasource'];

interface GrantOptions {
  readonly all?: true;
  readonly ontology?: string;
  readonly schema?: string;
  readonly datasource?: string;
}

/** Adds the command `user`: users and their rights. Passwords are read from standard input or a prompt. */
export function addUserCommands(program: Command): void {
  const user = program.command('user').description('users of the service and their rights');
  addPasswordCommands(user);
  addStateCommands(user);
  addGrantCommand(user);
}

function addPasswordCommands(user: Command): void {
  user
    .command('add')
    .description('create a user; the password is read from standard input or a prompt')
    .argument('<name>')
    .option('--email <address>')
    .action(async (name: string, { email }: { email?: string }) => {
      const password = await readNewPassword();
      await withUsers((users) => users.create(OPERATOR, { name: { name }, password, email }));
    });
  user
    .command('set-password')
    .description('change the password of a user; it is read from standard input or a prompt')
    .argument('<name>')
    .action(async (name: string) => {
      const password = await readNewPassword();
      await withUsers((users) => users.setPassword(OPERATOR, { name }, password));
    });
}

function addStateCommands(user: Command): void {
  user
    .command('list')
    .description('show all users')
    .action(async () => {
      await withUsers(async (users) => {
        const rows = (await users.list(OPERATOR)).map(({ name, email, disabled, createdAt }) => {
          return [name, email, disabled ? 'disabled' : 'enabled', createdAt];
        });
        process.stdout.write(printTable(['name', 'email', 'state', 'created'], rows));
      });
    });
  for (const [verb, disabled] of [
    ['disable', true],
    ['enable', false],
  ] as const) {
    user
      .command(verb)
      .description(disabled ? 'disable a user: log-ins and tokens are rejected' : 'enable a disabled user')
      .argument('<name>')
      .action((name: string) => withUsers((users) => users.setDisabled(OPERATOR, { name }, disabled)));
  }
}

function addGrantCommand(user: Command): void {
  user
    .command('grant')
    .description('grant a user a right on everything, an ontology, one of its schemas or data sources')
    .argument('<name>')
    .argument('<right...>', RIGHTS.join(', '))
    .addOption(new Option('--all', 'on everything').conflicts(['ontology', 'schema', 'datasource']))
    .option('--ontology <name>')
    .addOption(new Option('--schema <name>', 'of the ontology').conflicts('datasource'))
    .option('--datasource <name>', 'of the ontology')
    .action(async (name: string, words: readonly string[], options: GrantOptions) => {
      const resource = readResource(options);
      const word = words.join(' ');
      const right = RIGHTS.find((known) => known === word.toLowerCase());
      if (right === undefined) throw new Error(`unknown right "${word}": ${RIGHTS.join(', ')}`);
      const grantee = { kind: 'user', name: { name } } as const;
      await openService([AuthModule], (service) =>
        service.get(AccountsService).apply(OPERATOR, { kind: 'grant', right, resource, grantee }),
      );
    });
}

function readResource({ all, ontology, schema, datasource }: GrantOptions): GrantResource {
  if (all === true) return { kind: 'all' };
  if (ontology === undefined) throw new Error('specify --all or --ontology <name>');
  const whole = { name: ontology };
  if (datasource !== undefined) return { kind: 'datasource', ontology: whole, dataSource: { name: datasource } };
  return { kind: 'ontology', ontology: whole, schema: schema === undefined ? undefined : { name: schema } };
}

function withUsers(work: (users: UsersService) => Promise<void>): Promise<void> {
  return openService([AuthModule], (service) => work(service.get(UsersService)));
}

import { type Command, Option } from 'commander';
import { AccountListsService, AuthModule, OPERATOR, UsersService } from '../src/auth';
import { type GrantResource, type RightName } from '../src/compiler/statement';
import { applyAccountStatement } from './terminal/apply-work';
import { openService } from './terminal/open-service';
import { printGrants } from './terminal/print-grants';
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
  user
    .command('grants')
    .description('show the rights that are granted to a user directly, as statements')
    .argument('<name>')
    .action((name: string) => printGrants('user', name));
  user
    .command('drop')
    .description('drop a user with all rights and tokens')
    .argument('<name>')
    .action((name: string) => applyAccountStatement({ kind: 'drop-user', name: { name } }));
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
    .description('show all users with their roles and the number of rights that are granted to them directly')
    .action(async () => {
      await openService([AuthModule], async (service) => {
        const users = await service.get(AccountListsService).listUsers(OPERATOR);
        const rows = users.map(({ name, firstName, lastName, email, disabled, createdAt, roles, grants }) => {
          const person = [firstName, lastName].filter((part) => part !== null).join(' ');
          return [
            name,
            person,
            email,
            disabled ? 'disabled' : 'enabled',
            createdAt,
            roles.join(','),
            grants.toString(),
          ];
        });
        process.stdout.write(printTable(['name', 'person', 'email', 'state', 'created', 'roles', 'grants'], rows));
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
      await applyAccountStatement({ kind: 'grant', right, resource, grantee });
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

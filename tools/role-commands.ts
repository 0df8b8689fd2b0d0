import { type Command } from 'commander';
import { AccountListsService, AuthModule, OPERATOR } from '../src/auth';
import { applyAccountStatement } from './terminal/apply-work';
import { openService } from './terminal/open-service';
import { printGrants } from './terminal/print-grants';
import { printTable } from './terminal/print-table';

/** Adds the command `role`: the roles that rights are granted to. */
export function addRoleCommands(program: Command): void {
  const role = program.command('role').description('roles, which are granted to users and have rights');
  role
    .command('list')
    .description('show all roles with their members and the number of their rights')
    .action(() =>
      openService([AuthModule], async (service) => {
        const rows = (await service.get(AccountListsService).listRoles(OPERATOR)).map(({ name, members, grants }) => {
          return [name, members.join(','), grants.toString()];
        });
        process.stdout.write(printTable(['name', 'members', 'grants'], rows));
      }),
    );
  role
    .command('grants')
    .description('show the rights of a role as statements')
    .argument('<name>')
    .action((name: string) => printGrants('role', name));
  role
    .command('add')
    .description('create a role')
    .argument('<name>')
    .action((name: string) => applyAccountStatement({ kind: 'create-role', name: { name } }));
  role
    .command('drop')
    .description('drop a role that no policy names, with its rights; its members lose it')
    .argument('<name>')
    .action((name: string) => applyAccountStatement({ kind: 'drop-role', name: { name } }));
}

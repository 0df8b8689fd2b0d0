import { type Command } from 'commander';
import { BearerTokensService } from '../src/auth';
import { readEnvironment } from '../src/config';
import { readPassword } from './terminal/read-password';

/** Prints a bearer token (docs/http-api.md). Requires `API_AUTH_SALT` but no database. */
export function addBearerTokenCommand(program: Command): void {
  program
    .command('create-bearer-token')
    .description('print the token for the header "Authorization: Bearer" of get_token')
    .argument('<user>', 'name of the user; the password is read from standard input or a prompt')
    .action(async (user: string) => {
      const password = await readPassword();
      const token = await new BearerTokensService(readEnvironment()).make({ user, password });
      process.stdout.write(`${token}\n`);
    });
}

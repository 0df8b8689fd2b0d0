import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FirstAdministratorService, OPERATOR, TokensService, UsersService } from './auth';
import type { Environment } from './config';
import { demoExamples } from './demo';
import { nameKey } from './model';

/** Prints the URL of the service and three commands that work as they are, on every start in demo mode (docs/settings.md). */
export async function printDemo(app: NestFastifyApplication, environment: Environment): Promise<void> {
  const address = `${await app.getUrl()}/${environment.serviceName}`;
  const token = await issueToken(app, environment.adminUser);
  const lines = [
    'DEMO MODE: sample data, an embedded system database and generated secrets. Set DATABASE_URL for any other use.',
    `Address   ${address}/api/   (documentation: ${address}/docs)`,
    ...describeLogIn(app.get(FirstAdministratorService, { strict: false })),
    `Token     ${token}`,
    'Try',
    ...demoExamples(`${address}/api`, token),
  ];
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

async function issueToken(app: NestFastifyApplication, name: string): Promise<string> {
  const users = await app.get(UsersService, { strict: false }).list(OPERATOR);
  const administrator = users.find((user) => nameKey(user.name) === nameKey(name));
  if (administrator === undefined) return `(the user "${name}" no longer exists)`;
  if (administrator.disabled) return `(the user "${name}" is disabled)`;
  return app.get(TokensService, { strict: false }).issue(administrator, 'demo start');
}

/** Returns the log-in with the generated password, which is shown only by the start that generated it. */
function describeLogIn({ made }: FirstAdministratorService): readonly string[] {
  return made?.generated === true ? [`Log-in    ${made.name} / ${made.password}   (shown only once)`] : [];
}

import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FirstAdministratorService, OPERATOR, TokensService, UsersService } from './auth';
import type { Environment } from './config';
import { demoExamples } from './demo';
import { nameKey } from './model';

/** Tells a newcomer, on every start in demo mode, where the service is and three lines that work as they stand (docs/settings.md). */
export async function printDemo(app: NestFastifyApplication, environment: Environment): Promise<void> {
  const address = `${await app.getUrl()}/${environment.serviceName}`;
  const token = await issueToken(app, environment.adminUser);
  const lines = [
    'DEMO MODE: sample data, an embedded system database and secrets made here. Set DATABASE_URL for anything else.',
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
  if (administrator === undefined) return `(there is no user "${name}" any more)`;
  if (administrator.disabled) return `(the user "${name}" is disabled)`;
  return app.get(TokensService, { strict: false }).issue(administrator, 'demo start');
}

/** The generated password is shown by the start that made it, and by no other. */
function describeLogIn({ made }: FirstAdministratorService): readonly string[] {
  return made?.generated === true ? [`Log-in    ${made.name} / ${made.password}   (shown only now)`] : [];
}

import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { FirstAdministratorService, OPERATOR, TokensService, type User, UsersService } from './auth';
import type { Environment } from './config';
import { demoExamples } from './demo';
import { nameKey } from './model';

/** Prints the URL of the service and three commands that work as they are, on every start in demo mode (docs/settings.md). */
export async function printDemo(app: NestFastifyApplication, environment: Environment): Promise<void> {
  const address = `${await app.getUrl()}/${environment.serviceName}`;
  const administrator = await findAdministrator(app, environment.adminUser);
  const tokens = app.get(TokensService, { strict: false });
  const token = isUser(administrator) ? await tokens.issue(administrator, 'demo start') : administrator;
  const lines = [
    'DEMO MODE: sample data, an embedded system database and generated secrets. Set DATABASE_URL for any other use.',
    ...(hasConsole(app, environment) && isUser(administrator)
      ? [
          `Console   ${address}/console/#once=${await tokens.issueOneTimeCode(administrator)}   (logs in once, within 10 minutes)`,
        ]
      : []),
    `Address   ${address}/api/   (documentation: ${address}/docs)`,
    ...describeLogIn(app.get(FirstAdministratorService, { strict: false })),
    `Token     ${token}`,
    'Try',
    ...demoExamples(`${address}/api`, token),
  ];
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
}

/** Returns the user of that name, or why there is no token for the user. */
async function findAdministrator(app: NestFastifyApplication, name: string): Promise<User | string> {
  const users = await app.get(UsersService, { strict: false }).list(OPERATOR);
  const administrator = users.find((user) => nameKey(user.name) === nameKey(name));
  if (administrator === undefined) return `(the user "${name}" no longer exists)`;
  return administrator.disabled ? `(the user "${name}" is disabled)` : administrator;
}

function isUser(found: User | string): found is User {
  return typeof found !== 'string';
}

function hasConsole(app: NestFastifyApplication, { serviceName }: Environment): boolean {
  return app
    .getHttpAdapter()
    .getInstance()
    .hasRoute({ method: 'GET', url: `/${serviceName}/console` });
}

/** Returns the log-in with the generated password, which is shown only by the start that generated it. */
function describeLogIn({ made }: FirstAdministratorService): readonly string[] {
  return made?.generated === true ? [`Log-in    ${made.name} / ${made.password}   (shown only once)`] : [];
}

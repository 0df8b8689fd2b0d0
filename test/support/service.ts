import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApplication } from '../../src/app.setup';
import { readEnvironment } from '../../src/config';
import { MysqlServerService } from '../../src/mysql-protocol';
import { getToken, makeBearer } from './bearer';
import { placeDemoWorld } from './demo-world';
import { hashCheaply } from './hash-cheaply';
import { SALT } from './service-process';

export { getToken } from './bearer';

const ADMIN = { name: 'admin', password: 'correct horse battery staple' };

/** The whole service on a separate port, over an empty data folder. */
export interface RunningService {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** `<url>/<service name>/api` */
  readonly api: string;
  /** An API token of the first administrator. */
  readonly token: string;
  readonly admin: typeof ADMIN;
  readonly salt: string;
  readonly dataDir: string;
  readonly app: NestFastifyApplication;
  /** The port of the MySQL protocol, if `MYSQL_PORT` is set. */
  readonly mysqlPort: number | undefined;
  /** Stops the service and removes its data folder. */
  readonly close: () => Promise<void>;
}

/**
 * Starts the application as `npm start` does, on a temporary DATA_DIR and with an embedded system database; `settings` are environment
 * variables. New passwords are hashed at a low cost, the console is off, since it
 * may not be built, and the data of the demo are loaded once for all suites.
 */
export async function startService(settings: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  hashCheaply();
  const dataDir = mkdtempSync(join(tmpdir(), 'service-test-'));
  const environment = readEnvironment({
    DATA_DIR: dataDir,
    DATABASE_URL: `sqlite:${join(dataDir, 'system.db')}`,
    API_AUTH_SALT: SALT,
    ADMIN_USER: ADMIN.name,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'silent',
    PASSWORD_MIN_LENGTH: '1',
    CONSOLE: 'off',
    ...settings,
  });
  if (environment.demo && environment.dataDir === dataDir) await placeDemoWorld(dataDir);
  const app = await createApplication(environment);
  const close = async (): Promise<void> => {
    await app.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const mysqlPort = await app
    .get(MysqlServerService, { strict: false })
    .listen()
    .catch(async (error: unknown) => {
      await close();
      throw error;
    });
  await app.listen(0, '127.0.0.1');
  const { port } = app.getHttpServer().address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const api = `${url}/${environment.serviceName}/api`;
  const salt = environment.apiAuthSalt;
  const token = await getToken(api, makeBearer(ADMIN.name, ADMIN.password, salt));
  return { url, api, token, admin: ADMIN, salt, dataDir, app, mysqlPort, close };
}

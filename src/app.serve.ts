import { Logger } from '@nestjs/common';
import { printDemo } from './app.demo';
import { stopInOrder } from './process';
import { createApplication } from './app.setup';
import type { Environment } from './config';
import { MysqlServerService } from './mysql-protocol';
import { workerNumber } from './workers';

/** Runs the service in this process, which is the whole instance or one of its workers. */
export async function serve(environment: Environment): Promise<void> {
  const app = await createApplication(environment);
  stopInOrder(app, environment);
  await app.listen(environment.port, environment.host);
  await app.get(MysqlServerService, { strict: false }).listen();
  const isFirst = (workerNumber(environment.workers) ?? 1) === 1;
  if (environment.production && isFirst && environment.allowedDataSourceHosts.length === 0)
    new Logger('Start').warn('ALLOWED_DATA_SOURCE_HOSTS is not set: data sources may connect to any host');
  const unset = environment.dataSourceVariables.names.filter(
    (name) => environment.dataSourceVariables.find(name) === undefined,
  );
  if (isFirst && unset.length > 0)
    new Logger('Start').warn(`DATA_SOURCE_ENVS lists variables that are not set: ${unset.join(', ')}`);
  if (environment.demo && isFirst) await printDemo(app, environment);
}

import { type Environment } from '../../config';
import { type DataSourceConnection } from '../running/engine';
import { type MySqlEngine, type PoolSettings } from './mysql-engine';
import { mySqlOptions } from './mysql-session';
import { type Reach } from '../nodes/reach';
import { certificateReader } from '../nodes/read-tls';

/** Opens an engine over the servers of a data source. Loads the driver on first use, so that the service starts without it. */
export async function openMySqlEngine(
  connection: DataSourceConnection,
  { dataDir, poolSize, dataSourceIdleMs, mysqlRepeatExecutions }: Pick<Environment, 'dataDir'> & PoolSettings,
  reach: Reach,
): Promise<MySqlEngine> {
  const options = mySqlOptions(connection, certificateReader(dataDir), reach);
  const { MySqlEngine: Engine } = await import('./mysql-engine.ts');
  return new Engine(options, { poolSize, dataSourceIdleMs, mysqlRepeatExecutions });
}

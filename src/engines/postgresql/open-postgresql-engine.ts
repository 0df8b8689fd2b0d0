import { type Environment } from '../../config';
import { type DataSourceConnection } from '../running/engine';
import { type Reach } from '../nodes/reach';
import { certificateReader } from '../nodes/read-tls';
import { type PoolSettings, type PostgreSqlEngine } from './postgresql-engine';
import { postgreSqlOptions } from './postgresql-options';

/** Opens an engine over the servers of a data source. Loads the driver on first use, so that the service starts without it. */
export async function openPostgreSqlEngine(
  connection: DataSourceConnection,
  { dataDir, poolSize, dataSourceIdleMs, postgresqlKeepStatements }: Pick<Environment, 'dataDir'> & PoolSettings,
  reach: Reach,
): Promise<PostgreSqlEngine> {
  const options = postgreSqlOptions(connection, certificateReader(dataDir), reach);
  const { PostgreSqlEngine: Engine } = await import('./postgresql-engine.ts');
  return new Engine(options, { poolSize, dataSourceIdleMs, postgresqlKeepStatements });
}

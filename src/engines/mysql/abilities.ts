import { type PoolConnection } from 'mysql2';
import { type RowDataPacket } from 'mysql2/promise';
import { ServiceError } from '../../errors';
import { type CompiledQuery, PRODUCT_NAME, type StatementNeed } from '../../model';
import { classifyMySqlError } from './classify-mysql-error';
import { recognizeProduct, type Product } from './recognize-product';

/** The capabilities of a server, found by probing it. */
export interface Abilities {
  readonly product: Product;
  readonly version: string;
  readonly collation: string;
  readonly hasPreparedStatements: boolean;
  readonly lacks: readonly StatementNeed[];
}

const PREPARED = 'SELECT ? AS n';

/** One probe for each feature: a server that rejects the probe lacks the feature. */
const PROBES: Readonly<Record<StatementNeed, string>> = {
  'window functions': 'SELECT ROW_NUMBER() OVER (ORDER BY n) FROM (SELECT 1 AS n) AS t',
  WITH: 'WITH c AS (SELECT 1 AS n) SELECT n FROM c',
  'WITH RECURSIVE': 'WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c WHERE n < 2) SELECT n FROM c',
  'LIKE with ESCAPE': "SELECT 'a_c' LIKE 'a|_c' ESCAPE '|'",
};
const FEATURES = Object.entries(PROBES) as readonly (readonly [StatementNeed, string])[];

/** Probes the features that not every server of the MySQL family supports. Rejects if the connection fails. */
export async function probeAbilities(connection: PoolConnection): Promise<Abilities> {
  const session = connection.promise();
  const accepts = (work: Promise<unknown>): Promise<boolean> => work.then(() => true, isRefusal);
  const [[row]] = await session.query<RowDataPacket[][]>('SELECT VERSION(), @@version_comment, @@collation_connection');
  const [version, comment, collation] = row as unknown as [string, string | null, string];
  if (comment === PRODUCT_NAME) throw leadsToService();
  const hasPreparedStatements = await accepts(session.execute(PREPARED, ['1']));
  connection.unprepare(PREPARED);
  const lacks: StatementNeed[] = [];
  for (const [need, probe] of FEATURES) if (!(await accepts(session.query(probe)))) lacks.push(need);
  return { product: recognizeProduct(version, comment), version, collation, hasPreparedStatements, lacks };
}

/**
 * Throws `plan_unsupported` if a statement needs a feature that the server lacks. The message names the feature, whereas callers never see
 * the error message of a server.
 */
export function assertAble(
  { hasPreparedStatements, lacks }: Abilities,
  { needs = [], parameters }: CompiledQuery,
): void {
  if (!hasPreparedStatements && parameters.length > 0) throw lacking('prepared statements');
  const lacked = lacks.find((need) => needs.includes(need));
  if (lacked !== undefined) throw lacking(lacked);
}

function isRefusal(error: unknown): boolean {
  if (classifyMySqlError(error).code !== 'source_refused') throw error;
  return false;
}

/** A service that read itself would run each statement without end. */
function leadsToService(): ServiceError {
  return new ServiceError('source_refused', 'the data source is an ontology query service itself', {
    hint: 'name the database that has the tables',
  });
}

function lacking(feature: string): ServiceError {
  return new ServiceError(
    'plan_unsupported',
    `the server of the data source does not support ${feature}, which this statement needs`,
  );
}

import { type PoolConnection } from 'mysql2';
import { type RowDataPacket } from 'mysql2/promise';
import { ServiceError } from '../../errors';
import { type CompiledQuery } from '../../model';
import { classifyMySqlError } from './classify-mysql-error';
import { recognizeProduct, type Product } from './recognize-product';

interface Feature {
  readonly name: string;
  /** A server that refuses this lacks the feature. */
  readonly probe: string;
  /** Found in a statement without its names and texts that needs the feature. */
  readonly need: RegExp;
}

/** What a server can do, found out by trying. */
export interface Abilities {
  readonly product: Product;
  readonly version: string;
  readonly collation: string;
  readonly hasPreparedStatements: boolean;
  readonly lacks: readonly Feature[];
}

const PREPARED = 'SELECT ? AS n';

const FEATURES: readonly Feature[] = [
  {
    name: 'window functions',
    probe: 'SELECT ROW_NUMBER() OVER (ORDER BY n) FROM (SELECT 1 AS n) AS t',
    need: /\bOVER\b/i,
  },
  { name: 'WITH', probe: 'WITH c AS (SELECT 1 AS n) SELECT n FROM c', need: /\bWITH\s+(?:RECURSIVE\s+)?``/i },
  {
    name: 'WITH RECURSIVE',
    probe: 'WITH RECURSIVE c AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c WHERE n < 2) SELECT n FROM c',
    need: /\bWITH\s+RECURSIVE\b/i,
  },
  { name: 'LIKE with ESCAPE', probe: "SELECT 'a_c' LIKE 'a|_c' ESCAPE '|'", need: /\bESCAPE\b/i },
];

/** Tries on a connection what not every server of the family can do; rejects where the connection fails. */
export async function probeAbilities(connection: PoolConnection): Promise<Abilities> {
  const session = connection.promise();
  const accepts = (work: Promise<unknown>): Promise<boolean> => work.then(() => true, isRefusal);
  const [[row]] = await session.query<RowDataPacket[][]>('SELECT VERSION(), @@version_comment, @@collation_connection');
  const [version, comment, collation] = row as unknown as [string, string, string];
  const hasPreparedStatements = await accepts(session.execute(PREPARED, ['1']));
  connection.unprepare(PREPARED);
  const lacks: Feature[] = [];
  for (const feature of FEATURES) if (!(await accepts(session.query(feature.probe)))) lacks.push(feature);
  return { product: recognizeProduct(version, comment), version, collation, hasPreparedStatements, lacks };
}

/** Refuses a statement that needs what the server lacks, before the server refuses it in words that no caller sees. */
export function assertAble({ hasPreparedStatements, lacks }: Abilities, { sql, parameters }: CompiledQuery): void {
  if (!hasPreparedStatements && parameters.length > 0) throw lacking('prepared statements');
  const words = lacks.length === 0 ? '' : withoutQuoted(sql);
  const lacked = lacks.find(({ need }) => need.test(words));
  if (lacked !== undefined) throw lacking(lacked.name);
}

function isRefusal(error: unknown): boolean {
  if (classifyMySqlError(error).code !== 'source_refused') throw error;
  return false;
}

function lacking(feature: string): ServiceError {
  return new ServiceError('plan_unsupported', `the server of the data source has no ${feature}, which this needs`);
}

/** Names and texts are left as their empty quotes. */
function withoutQuoted(sql: string): string {
  return sql.replaceAll(/'(?:[^'\\]|\\.|'')*'|`(?:[^`]|``)*`/gs, (quoted) => quoted.charAt(0).repeat(2));
}

import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { makeBearer } from '../support/bearer';
import { type Answer, Client, rowsOf } from '../support/client';
import { company } from '../support/company';
import { writeDuckDb } from '../support/engines';
import { createMariaDbDatabase } from '../support/mariadb';
import { filter, pairsOf, statement } from '../support/random-statements';
import { getToken, type RunningService, startService } from '../support/service';
import { describeWithMariaDb } from '../support/services';
import { trials } from '../support/trials';

const MODEL = readFileSync(resolve(__dirname, '../fixtures/company.ontology.sql'), 'utf8');
const RIGHTS = `CREATE ROLE junior;
  CREATE POLICY cautious MASK PROPERTY salary WITH null() EXCEPT ROLE junior;
  CREATE POLICY lower_grades FILTER employee WHERE grade <= 1 OR name = USER() TO ROLE junior;
  CREATE USER ana PASSWORD 'the password of ana'; GRANT QUERY ON ontology.company TO USER ana;
  CREATE USER ben PASSWORD 'the password of ben'; GRANT QUERY ON ontology.company TO USER ben; GRANT ROLE junior TO USER ben;
  CREATE USER nobody PASSWORD 'the password of nobody'; GRANT QUERY ON ontology.company TO USER nobody; GRANT ROLE junior TO USER nobody`;
/** The number of requests by each of the callers; each request is sent three times. */
const RUNS = { numRuns: trials(15, { few: 6 }) };
const LONGEST_MS = 90_000;

const parameters = fc
  .tuple(
    filter,
    fc.subarray(['_typed_=true', 'nested=true', '_count_=exact', '_limit_=2&_offset_=1', '_limit_=2', '_order_=-entity_id', '_format_=csv', '_format_=ndjson']), // prettier-ignore
  )
  .map(([asked, more]) => {
    const options = more.filter((option, index) => !(option.startsWith('_format_') && more[index + 1] !== undefined));
    const pairs = pairsOf(asked).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return `q/company/concept/${asked.concept}?${[...pairs, ...options].join('&')}`;
  });

/** Starts a service over the company, with callers of different rights. */
async function openCompanyService(source: string, settings: Readonly<Record<string, string>>) {
  const service: RunningService = await startService(settings);
  mkdirSync(join(service.dataDir, 'sources'), { recursive: true });
  await writeDuckDb(join(service.dataDir, 'sources', 'company.duckdb'), company().duckdb);
  const admin = new Client(service.api, service.token);
  const begin = `CREATE ONTOLOGY company; ALTER ONTOLOGY company SET result_ttl = 600; ${source};`;
  rowsOf(await admin.sql(`${begin}${MODEL}${RIGHTS}`, { ontology: 'system' }));
  const readers = ['ana', 'ben', 'nobody'].map(async (name) => {
    const token = await getToken(service.api, makeBearer(name, `the password of ${name}`, service.salt));
    return new Client(service.api, token);
  });
  return { callers: [admin, ...(await Promise.all(readers))], close: () => service.close() };
}

/**
 * Declares the laws of the cache. A service with a cache returns the same as one without, except for the order of unordered rows. The
 * second response is the same as the first byte for byte, whoever the callers are.
 */
function laws(findSource: () => Promise<{ readonly source: string; readonly drop: () => Promise<void> }>): void {
  type Company = Awaited<ReturnType<typeof openCompanyService>>;
  let [plain, caching]: readonly Company[] = [];
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const found = await findSource();
    drop = found.drop;
    plain = await openCompanyService(found.source, {});
    caching = await openCompanyService(found.source, { RESULT_CACHE_BYTES: '100000000' });
  }, LONGEST_MS);
  afterAll(async () => {
    await plain?.close();
    await caching?.close();
    await drop();
  });

  async function holdsFor(ask: (caller: Client) => Promise<Answer>): Promise<number> {
    const asked = async ({ callers = [] }: Partial<Company> = {}): Promise<readonly Answer[]> => {
      const answers = [];
      for (const caller of callers) answers.push(await ask(caller));
      return answers;
    };
    const bare = ({ status, text }: Answer): readonly [number, string] => [
      status,
      text.replace(/"request_id":"[^"]*"/, ''),
    ];
    const inNoOrder = (answers: readonly Answer[]): unknown =>
      answers.map(bare).map(([status, text]) => [status, Array.from(text).sort().join('')]);
    const expected = await asked(plain);
    const first = await asked(caching);
    const second = await asked(caching);
    expect(inNoOrder(first)).toEqual(inNoOrder(expected));
    expect(second.map(bare)).toEqual(first.map(bare));
    const wanted = second.map(({ status }) => (status === 200 ? 'HIT' : null));
    expect(second.map(({ headers }) => headers.get('x-cache'))).toEqual(wanted);
    return wanted.filter((cache) => cache !== null).length;
  }

  it(
    'returns the same for random filters',
    async () => {
      let hits = 0;
      await fc.assert(
        fc.asyncProperty(parameters, async (address) => {
          hits += await holdsFor((caller) => caller.get(address));
        }),
        RUNS,
      );
      expect(hits).toBeGreaterThan(RUNS.numRuns);
    },
    LONGEST_MS,
  );

  it(
    'returns the same for random statements',
    async () => {
      let hits = 0;
      await fc.assert(
        fc.asyncProperty(statement, async (sql) => {
          hits += await holdsFor((caller) => caller.sql(sql, { ontology: 'company' }));
        }),
        RUNS,
      );
      expect(hits).toBeGreaterThan(RUNS.numRuns);
    },
    LONGEST_MS,
  );
}

describe('on DuckDB', () => {
  laws(() =>
    Promise.resolve({
      source: "CREATE DATASOURCE source TYPE duckdb OPTIONS (path = 'company.duckdb')",
      drop: () => Promise.resolve(),
    }),
  );
});

describeWithMariaDb('on MariaDB', () => {
  laws(async () => {
    const database = await createMariaDbDatabase('cached');
    await database.run(company().mysql);
    const options = [...database.options].map(([name, value]) => `${name} = '${value}'`).join(', ');
    return { source: `CREATE DATASOURCE source TYPE mysql OPTIONS (${options})`, drop: () => database.drop() };
  });
});

import { Client, type Row, rowsOf } from '../support/client';
import { type RunningService, startService } from '../support/service';

/** Statements that were a way around other services of this kind, or leave a state behind that opens one. */
const HOSTILE: Readonly<Record<string, readonly string[]>> = {
  'the settings of a session cannot be changed': [
    "SET sql_mode = 'NO_BACKSLASH_ESCAPES'",
    "SET SESSION sql_mode = 'ANSI_QUOTES'",
    "SELECT @@sql_mode := 'NO_BACKSLASH_ESCAPES'",
    'USE mysql',
    "PRAGMA memory_limit='1GB'",
    "ATTACH 'x.duckdb'",
  ],
  'a time limit can neither be removed nor evaded by waiting': [
    'SET max_statement_time = 0',
    'SET STATEMENT max_statement_time = 0 FOR SELECT 1',
    'SELECT BENCHMARK(100000000, MD5(1)) AS n',
    'SELECT SLEEP(10) AS n',
  ],
  'a statement cannot write, wait, read files or query the server': [
    "SELECT 1 INTO OUTFILE '/tmp/x'",
    "SELECT 1 INTO DUMPFILE '/tmp/x'",
    'SELECT 1 INTO @a',
    'BEGIN NOT ATOMIC COMMIT; END',
    'COMMIT',
    "SET PASSWORD = PASSWORD('x')",
    "ALTER USER CURRENT_USER IDENTIFIED BY 'x'",
    "SELECT GET_LOCK('a', 10) AS n",
    "SELECT LOAD_FILE('/etc/passwd') AS n",
    "SELECT EXTRACTVALUE(1, CONCAT('~', VERSION())) AS n",
    "SELECT UPDATEXML(1, '~', 1) AS n",
    'SELECT * FROM seq_1_to_10',
    'SELECT * FROM information_schema.tables',
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT getenv('HOME') AS n",
    'SELECT @@version',
    'SELECT @@hostname',
    'SELECT CURRENT_SETTING(1) AS n',
  ],
};

describe('known attacks on services of this kind', () => {
  let service: RunningService;
  let admin: Client;
  beforeAll(async () => {
    service = await startService({ DATABASE_URL: '', CACHE_URL: '', REGION: 'eu-west', ALLOWED_CONFIG_ENVS_IN_API: 'REGION,toString' }); // prettier-ignore
    admin = new Client(service.api, service.token);
  }, 60_000);
  afterAll(() => service.close());
  const find = (pairs: string): Promise<readonly Row[]> => admin.get(`q/world/concept/continent?${pairs}`).then(rowsOf);

  it.each(Object.entries(HOSTILE))('%s', async (_, statements) => {
    for (const statement of statements) {
      const { status, body } = await admin.sql(statement);
      if (status !== 400 && status !== 404) throw new Error(`${statement}: ${status}`);
      expect(body.error?.code).toMatch(/^(statement|plan)_/);
    }
    expect(await find(`_subj_=name&_op_=eq&_comp_=${encodeURIComponent("\\' OR 1=1 -- ")}`)).toEqual([]);
    expect(await find('_subj_=name&_op_=eq&_comp_=Asia')).toHaveLength(1);
  });

  it('answers session queries of clients about the service itself', async () => {
    const [row] = await admin.select('SELECT DATABASE() AS d, USER() AS u, VERSION() AS v');
    expect(row).toMatchObject({ d: 'world', u: expect.stringContaining('admin') as string });
    expect(String(row?.v)).not.toMatch(/maria|duck|1\.5\.6/i);
  });

  it.each([
    '_subj_=name&_subj_=code&_op_=eq&_comp_=a',
    '_subj_[]=name&_op_=eq&_comp_=a',
    '_subj_=name&_op_=eq&_comp_=a&__proto__=1',
    '_subj_=name&_op_=eq&_comp_=a&constructor=1',
    '_subj_=__proto__&_op_=eq&_comp_=a',
    '_subj_=name&_op_=toString&_comp_=a',
  ])('accepts no list and no inherited name as a parameter: %s', async (pairs) => {
    expect((await admin.get(`q/world/concept/continent?${pairs}`)).status).toBe(400);
  });

  it('prints identifiers as the model spells them, whatever the caller writes', async () => {
    const explain = (path: string, subject: string) =>
      admin.get(`q/${path}?_subj_=${encodeURIComponent(subject)}&_op_=eq&_comp_=Asia&_explain_=true`);
    const own = await explain('world/concept/continent', 'name');
    expect(own.status).toBe(200);
    const sqlOf = ({ body }: typeof own): unknown => body.data;
    for (const [path, subject] of [
      ['WORLD/concept/CONTINENT', 'NAME'],
      ['world/concept/Continent', 'Name'],
    ] as const)
      expect(sqlOf(await explain(path, subject))).toEqual(sqlOf(own));
    for (const bad of ['na"me', 'na`me', 'name"; --', "name'", 'name`.`x', 'n\u0061me\u0000'])
      expect([bad, (await explain('world/concept/continent', bad)).status]).toEqual([bad, 400]);
    for (const bad of ['conti"nent', 'conti%60nent', 'continent%00', '*'])
      expect((await admin.get(`q/world/concept/${bad}`)).status).toBeGreaterThanOrEqual(400);
  });

  it('integers beyond 2^53 and decimals keep every digit', async () => {
    const [row] = await admin.select('SELECT 9223372036854775807 AS b, -9007199254740993 AS n, 9007199254740991 AS s, 0.10000000000000000001 AS d'); // prettier-ignore
    expect(row).toEqual({ b: '9223372036854775807', n: '-9007199254740993', s: 9007199254740991, d: '0.10000000000000000001' }); // prettier-ignore
  });
});

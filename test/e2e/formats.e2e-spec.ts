import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { rowsOf } from '../support/client';
import { KeepAliveClient, type PlainAnswer } from '../support/keep-alive-client';
import { readArrow } from '../support/read-arrow';
import { readParquet } from '../support/read-parquet';
import { readXlsx } from '../support/read-xlsx';
import { type PeopleService, startDefinedPeople } from '../support/people-service';
import { waitFor } from '../support/wait-for';

const PERSON = '/svc/api/q/people/concept/person';
const OTHERS = Array.from({ length: 25 }, (_, index) => `JOIN person p${index} ON p${index}.id <> 0`);
/** Returns millions of rows of two people. */
const LONG = `SELECT a.id FROM person a ${OTHERS.join(' ')}`;
const BYTE_ORDER_MARK = '\ufeff';

let people: PeopleService;
let client: KeepAliveClient;
beforeAll(async () => {
  people = await startDefinedPeople({ DATABASE_URL: '', RESULT_CACHE_BYTES: '8000000' });
  people.write([[1, '=1+1', 'Rome'], [2, 'Zoë', 'Oslo']]); // prettier-ignore
  client = new KeepAliveClient(people.service.url, { 'x-api-key': people.service.token }, 1);
}, 60_000);
afterAll(async () => {
  client.close();
  await people.close();
});

const get = (query: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<PlainAnswer> =>
  client.send({ method, address: `${PERSON}?_select_=name&_order_=id${query}`, headers });

function post(query: string, accept: string): Promise<PlainAnswer> {
  const body = JSON.stringify({ ontology_name: 'people', query });
  const headers = { 'content-type': 'application/json', accept };
  return client.send({ method: 'POST', address: '/svc/api/query/', headers, body });
}

describe('CSV', () => {
  it.each([
    ['csv', 'text/csv', `name\r\n'=1+1\r\nZoë\r\n`],
    ['csv_bom', 'text/csv; bom=true', `${BYTE_ORDER_MARK}name\r\n'=1+1\r\nZoë\r\n`],
    ['csv_raw', 'text/csv; charset=utf-8; raw=true; q=0.9', 'name\r\n=1+1\r\nZoë\r\n'],
  ])('is written as %s by _format_, and by Accept', async (format, accept, expected) => {
    const statement = 'SELECT name FROM person ORDER BY id';
    for (const answer of [await get(`&_format_=${format}`), await get('', { accept }), await post(statement, accept)]) {
      expect(answer.bytes.toString()).toBe(expected);
      expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    }
  });

  it('keeps the answers of each variant apart where they are cached', async () => {
    rowsOf(await people.admin.sql('ALTER ONTOLOGY people SET result_ttl = 60', { ontology: 'people' }));
    const texts = [];
    for (const format of ['csv', 'csv_bom', 'csv_raw', 'csv', 'csv_bom', 'csv_raw'])
      texts.push((await get(`&_format_=${format}`)).bytes.toString());
    expect(texts.slice(3)).toEqual(texts.slice(0, 3));
    expect(new Set(texts).size).toBe(3);
    const hit = await get('&_format_=csv');
    expect([hit.headers['x-cache'], hit.headers['content-disposition']]).toEqual(['HIT', 'attachment; filename=person.csv']); // prettier-ignore
  });
});

describe('XLSX', () => {
  const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

  it('is written by _format_, by Accept and for every kind of statement', async () => {
    const expected = [{ name: 'rows', rows: [['name'], ['=1+1'], ['Zoë']] }];
    const statement = 'SELECT name FROM person ORDER BY id';
    for (const answer of [await get('&_format_=xlsx'), await get('', { accept: XLSX }), await post(statement, XLSX)]) {
      expect([answer.status, answer.headers['content-type']]).toEqual([200, XLSX]);
      expect(readXlsx(answer.bytes)).toEqual(expected);
    }
    const shown = readXlsx((await post('SHOW CONCEPTS', XLSX)).bytes);
    expect(shown[0]?.rows).toEqual(expect.arrayContaining([['concept'], ['person']]));
    const typed = await post("SELECT id, id > 1, DATE '2024-02-29' AS d, NULL FROM person ORDER BY id", XLSX);
    expect(readXlsx(typed.bytes)[0]?.rows[1]?.slice(0, 3)).toEqual([1, 0, { serial: 45351, format: 'yyyy\\-mm\\-dd' }]);
    expect((await post('CREATE VIEW twice AS SELECT id * 2 AS n FROM person', XLSX)).status).toBe(200);
  });

  it('has a file name, is not compressed again, and HEAD has its headers', async () => {
    const answer = await get('&_format_=xlsx', { 'accept-encoding': 'identity;q=0, gzip' });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.headers['content-disposition']).toBe('attachment; filename=person.xlsx');
    const head = await get('&_format_=xlsx', {}, 'HEAD');
    expect([head.headers['content-type'], head.headers['content-disposition'], head.bytes.length]).toEqual([XLSX, 'attachment; filename=person.xlsx', 0]); // prettier-ignore
  });

  it('is an error where a string is longer than a cell', async () => {
    const answer = await post("SELECT REPEAT('x', 32768) AS long_one FROM person", XLSX);
    const { data, error } = JSON.parse(answer.bytes.toString()) as { data: string; error: { code: string } };
    expect([answer.status, error.code]).toEqual([422, 'format_bad_value']);
    expect(data).toContain('"long_one"');
  });
});

describe.each([
  {
    format: 'parquet',
    type: 'application/vnd.apache.parquet',
    ending: 'parquet',
    read: readParquet,
    string: 'VARCHAR',
  },
  { format: 'arrow', type: 'application/vnd.apache.arrow.stream', ending: 'arrows', read: readArrow, string: 'Utf8' },
])('$format', ({ format, type, ending, read, string }) => {
  it('is written by _format_, by Accept and for every kind of statement', async () => {
    const statement = 'SELECT name FROM person ORDER BY id';
    const sent = [get(`&_format_=${format}`), get('', { accept: type }), post(statement, type)];
    for (const answer of await Promise.all(sent)) {
      expect([answer.status, answer.headers['content-type']]).toEqual([200, type]);
      expect(await read(answer.bytes)).toEqual({ columns: [`name ${string}`], rows: [['=1+1'], ['Zoë']] });
    }
    const shown = await read((await post('SHOW CONCEPTS', type)).bytes);
    expect(shown.rows).toContainEqual(expect.arrayContaining(['person']));
    const typed =
      "SELECT id, id > 1 AS later, DATE '2024-02-29' AS d, id / 4 AS quarter, AVG(id) OVER () AS mean, NULL AS none FROM person ORDER BY id";
    const { rows } = await read((await post(typed, type)).bytes);
    expect(rows[1]).toEqual(['2', '1', '2024-02-29', '0.5000', '1.5000', null]);
    expect((await post('CREATE OR REPLACE VIEW twice AS SELECT id * 2 AS n FROM person', type)).status).toBe(200);
  });

  it('has a file name, is not compressed again, and HEAD has its headers', async () => {
    const answer = await get(`&_format_=${format}`, { 'accept-encoding': 'identity;q=0, gzip' });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    const head = await get(`&_format_=${format}`, {}, 'HEAD');
    for (const { headers } of [answer, head])
      expect([headers['content-type'], headers['content-disposition']]).toEqual([type, `attachment; filename=person.${ending}`]); // prettier-ignore
    expect(head.bytes).toHaveLength(0);
  });

  it('is an error where its type cannot have a value, as are errors of the rows', async () => {
    for (const [statement, expected] of [
      ["SELECT DATE_ADD(DATE '9999-12-31', INTERVAL 1 DAY) AS late FROM person", [422, 'format_bad_value']],
      ['SELECT 9223372036854775807 * id * 4 AS great FROM person', [400, 'source_bad_value']],
    ] as const) {
      const { status, bytes } = await post(statement, type);
      expect([status, (JSON.parse(bytes.toString()) as { error: { code: string } }).error.code]).toEqual(expected);
    }
  });

  it('ends the statement of a client that leaves, before any byte is sent, and leaves no file', async () => {
    const running = async (): Promise<number> => {
      const metrics = await (await fetch(`${people.service.url}/metrics`)).text();
      return Number(/^ontology_data_source_connections_in_use\{ontology="people"\S* (\d+)$/m.exec(metrics)?.[1]);
    };
    const leaving = new AbortController();
    const body = JSON.stringify({ ontology_name: 'people', query: LONG });
    const headers = { 'x-api-key': people.service.token, 'content-type': 'application/json', accept: type };
    const asked = fetch(`${people.service.api}/query/`, { method: 'POST', headers, body, signal: leaving.signal });
    await waitFor(async () => (await running()) === 1);
    leaving.abort();
    await expect(asked).rejects.toThrow('aborted');
    await waitFor(async () => (await running()) === 0);
    await waitFor(() => readdirSync(join(people.service.dataDir, 'tmp')).length === 0);
  });
});

describe('the file name', () => {
  it('is that of the concept, the view or the ontology, also for HEAD, and JSON has none', async () => {
    const named = async (sent: Promise<PlainAnswer>): Promise<unknown> => (await sent).headers['content-disposition'];
    expect(await named(get('&_format_=csv'))).toBe('attachment; filename=person.csv');
    expect(await named(get('&_format_=csv_raw', {}, 'HEAD'))).toBe('attachment; filename=person.csv');
    expect(await named(get('&_format_=ndjson'))).toBe('attachment; filename=person.ndjson');
    const view = '/svc/api/q/people/view/names?_format_=csv';
    expect(await named(client.send({ address: view }))).toBe('attachment; filename=names.csv');
    for (const query of ['SELECT 1 AS n', 'SHOW CONCEPTS'])
      expect(await named(post(query, 'text/csv'))).toBe('attachment; filename=people.csv');
    expect(await named(get(''))).toBeUndefined();
    expect(await named(get('&_format_=csv&_select_=absent'))).toBeUndefined();
  });

  it('is encoded where it is not ASCII', async () => {
    const [name, encoded] = ['Maß a', 'Ma%C3%9F%20a'];
    const create = `CREATE VIEW \`${name}\` AS SELECT id FROM person`;
    rowsOf(await people.admin.sql(create, { ontology: 'people' }));
    const address = `/svc/api/q/people/view/${encodeURIComponent(name)}?_format_=csv`;
    const { status, headers } = await client.send({ address });
    expect([status, headers['content-disposition']]).toEqual([200, expect.stringContaining(`filename*=UTF-8''${encoded}.csv`)]); // prettier-ignore
  });
});

it.each([
  ['csvs', 'csv'],
  ['ndjsn', 'ndjson'],
])('an unknown _format_ %s is rejected with the nearest name', async (format, nearest) => {
  const answer = await get(`&_format_=${format}`);
  const { error } = JSON.parse(answer.bytes.toString()) as { error: object };
  expect([answer.status, error]).toEqual([400, expect.objectContaining({ code: 'filter_malformed', hint: `did you mean "${nearest}"?` })]); // prettier-ignore
});

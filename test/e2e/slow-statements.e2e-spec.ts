import { Client } from '../support/client';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from '../support/service-process';
import { waitFor } from '../support/wait-for';

type Line = Readonly<Record<string, unknown>>;

/** Returns a statement that takes longer than the limit below on every machine. */
const slow = (value: string, name: string, length: string): string =>
  `SELECT ${value} AS n FROM country a JOIN country b ON a.name < b.name JOIN country c ON b.name < c.name WHERE a.name > ${name} AND LENGTH(c.name) < ${length}`;

const folder = makeServiceFolder();
let service: ServiceProcess;
let admin: Client;
beforeAll(async () => {
  service = await startServiceProcess(folder, { DATABASE_URL: '', LOG_LEVEL: 'info', SLOW_STATEMENT_MS: '5' });
  admin = new Client(service.api, await service.issueToken());
}, 60_000);
afterAll(() => sweepUp(folder, service));

const slowLines = (): readonly Line[] =>
  service
    .log()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Line] : []))
    .filter(({ msg }) => msg === 'slow statement');

it('logs a slow statement with its request and user, and without its values', async () => {
  const answer = await admin.sql(slow('COUNT(*)', "'Bk3y'", '71077'), { headers: { 'x-request-id': 'slow-one' } });
  expect(answer.status).toBe(200);
  const line = await waitFor(() => slowLines().find((each) => each.request_id === 'slow-one'));
  expect(line).toMatchObject({ level: 40, context: 'SlowStatements', user: 'admin', ontology: 'world', rows: 1 });
  expect([line.statement, line.data_source]).toEqual([slow('COUNT(*)', '?', '?'), expect.stringMatching(/^\w+$/)]);
  expect(line.ms).toBeGreaterThanOrEqual(5);
  expect(line).not.toHaveProperty('code');
  expect(service.log()).not.toMatch(/Bk3y|71077/);
});

it('logs the code of a slow statement that fails', async () => {
  const failing = slow('9223372036854775807 + COUNT(*)', "'Bk3y'", '71077');
  const answer = await admin.sql(failing, { headers: { 'x-request-id': 'slow-two' } });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  const line = await waitFor(() => slowLines().find((each) => each.request_id === 'slow-two'));
  expect(line).toMatchObject({ code: 'source_bad_value', user: 'admin' });
  expect(service.log()).not.toMatch(/Bk3y|71077|9223372036854775807/);
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeBearer } from '../support/bearer';
import { type Answer, Client } from '../support/client';
import { makeServiceFolder, PASSWORD, SALT, type ServiceProcess, startServiceProcess, sweepUp } from '../support/service-process'; // prettier-ignore
import { waitFor } from '../support/wait-for';

const FILTER = 'q/world/concept/city?_subj_=name&_op_=eq&_comp_=Suva';
const SELECT = "SELECT population FROM city WHERE name = 'Ghent'";

type Headers = Readonly<Record<string, string>>;

/** The files of `src` that a request enters, in the order in which it first enters each. */
type Path = readonly string[];

const folder = makeServiceFolder();
let service: ServiceProcess;
let admin: Client;
beforeAll(async () => {
  const hook = join(__dirname, '../support/trace-files.cjs');
  service = await startServiceProcess(folder, { DATABASE_URL: '', NODE_OPTIONS: `--require ${hook}` });
  admin = new Client(service.api, await service.issueToken());
}, 60_000);
afterAll(() => sweepUp(folder, service));

interface Kind {
  readonly send: (headers: Headers) => Promise<Answer | Response>;
  /** The most files and crossings of its path: 50 and 12 by design for a GET filter, a few more than today for the others. */
  readonly files: number;
  readonly crossings: number;
}

const KINDS: Readonly<Record<string, Kind>> = {
  'a GET filter': { send: (headers) => admin.get(FILTER, headers), files: 50, crossings: 12 },
  'a page of a GET filter': { send: (headers) => admin.get(`${FILTER}&_limit_=2`, headers), files: 57, crossings: 18 },
  'a SELECT': { send: (headers) => admin.sql(SELECT, { headers }), files: 53, crossings: 18 },
  'a definition': { send: define, files: 206, crossings: 43 },
  'a log-in': { send: logIn, files: 36, crossings: 19 },
};

let defined = 0;

function define(headers: Headers): Promise<Answer> {
  return admin.sql(`CREATE PROPERTY extra_${++defined} string`, { headers });
}

function logIn(headers: Headers): Promise<Response> {
  const authorization = `Bearer ${makeBearer('admin', PASSWORD, SALT)}`;
  return fetch(`${service.api}/get_token`, { method: 'POST', headers: { ...headers, authorization } });
}

let sent = 0;
/** Time for work after a request, for example writing its line of the log, so that it is not counted for the next one. */
const AFTERWARDS_MS = 50;

/**
 * The files that each of several equal requests enters, which leaves out background work, in the order of the one with the fewest crossings:
 * on a busy machine, the work after one request may run during the next. The first request is not counted.
 */
async function tracePath(send: Kind['send']): Promise<Path> {
  const paths: Path[] = [];
  for (let round = 0; round < 8; round++) {
    const name = String(++sent);
    expect((await send({ 'x-trace': name })).status).toBe(200);
    paths.push(await waitFor(() => readTrace(name)));
    await sleep(AFTERWARDS_MS);
  }
  const warm = paths.slice(1);
  const common = warm.map((path) => path.filter((file) => warm.every((other) => other.includes(file))));
  return common.reduce((best, path) => (countCrossings(path) < countCrossings(best) ? path : best));
}

/** Returns the files that a request entered. They are written after the client has received the response. */
function readTrace(name: string): Path | undefined {
  const file = join(folder, `trace-${name}.json`);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text.endsWith(']') ? (JSON.parse(text) as Path) : undefined;
}

/** How often a path goes from one folder of `src` to another. */
function countCrossings(path: Path): number {
  const folders = path.map((file) => file.split('/')[1]!);
  return folders.filter((top, index) => index > 0 && top !== folders[index - 1]).length;
}

describe('the path of a request through src, after equal ones', () => {
  it.each(Object.entries(KINDS))('stays short for %s', async (name, { send, files, crossings }) => {
    const path = await tracePath(send);
    const counted = { files: path.length, crossings: countCrossings(path) };
    process.stdout.write(`${name}: ${counted.files} files, ${counted.crossings} crossings between folders of src\n`);
    expect(path).toContain('src/http/requests/request-context');
    expect(counted.files).toBeLessThanOrEqual(files);
    expect(counted.crossings).toBeLessThanOrEqual(crossings);
  });
});

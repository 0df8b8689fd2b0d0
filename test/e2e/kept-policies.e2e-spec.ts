import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DialectName } from '../../src/model';
import { addUser } from '../support/add-user';
import { type Answer, Client, rowsOf } from '../support/client';
import { writeDuckDb } from '../support/engines';
import { GUARDED_ATTEMPTS } from '../support/guarded-attempts';
import { GUARDED_MODEL, GUARDED_ROLES, GUARDED_TABLES } from '../support/guarded-model';
import { createMariaDbDatabase, type MariaDbDatabase } from '../support/mariadb';
import { type RunningService, startService } from '../support/service';
import { describeWithMariaDb } from '../support/services';
import { trials } from '../support/trials';

const shop = { ontology: 'guarded' };

/** `KEPT_POLICIES=all` makes all attempts, which takes ten minutes on two cores that other tests use, too. */
const IS_ALL = process.env.KEPT_POLICIES === 'all';
const GROUP_TIMEOUT_MS = IS_ALL ? 3_600_000 : 600_000;
/** Closing the service waits for the statements that are running. */
const CLOSE_TIMEOUT_MS = IS_ALL ? 120_000 : undefined;

/** So many of the attempts with a statement kind, spread evenly, where there are more, unless all of them are made. */
const MOST: Readonly<Record<DialectName, number>> = { duckdb: trials(24, { few: 1 }), mysql: trials(5), postgresql: 0 };

/** Where a row or value could show: the concept of the policies, the one above with the columns of all, a path, and what an attempt adds. */
const LOOKS: readonly string[] = [
  'SELECT * FROM dsvc.person',
  'SELECT * FROM esvc.being',
  'SELECT `has_member[person].name`, `has_member[person].note`, `has_member[person].motto` FROM dsvc.team',
  'SELECT * FROM dsvc.zq',
];
const HOW_MANY = 'SELECT COUNT(*) AS n FROM (SELECT entity_id FROM dsvc.person) AS p';

/** What somebody sees: which of the values that tell rows apart, and how many persons. */
interface Sight {
  readonly marks: ReadonlySet<string>;
  readonly persons: unknown;
}

async function lookAs(client: Client): Promise<Sight> {
  const [counted, ...answers] = await Promise.all([HOW_MANY, ...LOOKS].map((look) => ask(client, look)));
  const all = answers.map(({ text }) => text).join('\n');
  return { marks: new Set(all.match(/zq-(?:name|note|code)-\d+/g)), persons: personsOf(counted) };
}

/** Again where the data source is busy with what others ask: that hides nothing. */
async function ask(client: Client, look: string): Promise<Answer> {
  const answer = await client.sql(look, shop);
  return answer.status === 503 ? ask(client, look) : answer;
}

function personsOf(answer: Answer | undefined): unknown {
  return answer?.status === 200 ? rowsOf(answer)[0]?.n : undefined;
}

/** What is wrong with what a caller sees after a change: something hidden is shown, or rows are hidden that were not. */
function compareSights(
  hidden: ReadonlySet<string>,
  before: readonly Sight[],
  after: readonly Sight[],
): string | undefined {
  const [all, own] = before;
  const [allAfter, ownAfter] = after;
  const shown = [...(ownAfter?.marks ?? [])].filter((mark) => hidden.has(mark));
  if (shown.length > 0) return `shows ${shown.join()}`;
  const counts = [all?.persons, own?.persons, allAfter?.persons, ownAfter?.persons];
  return counts[0] === counts[2] && counts[1] !== counts[3] ? `hides others: ${counts.join()}` : undefined;
}

function spread<T>(items: readonly T[], most: number): readonly T[] {
  if (IS_ALL || items.length <= most) return items;
  return Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)]!);
}

function suite(dialect: DialectName): void {
  let service: RunningService;
  let database: MariaDbDatabase | undefined;
  let admin: Client;
  let keeper: Client;
  let first = '';
  let kept = '';
  let before: ReadonlyMap<string, Sight>;
  const watchers = new Map<string, Client>();
  const counts = { tried: 0, refused: 0, kept: 0 };

  beforeAll(async () => {
    service = await startService();
    admin = new Client(service.api, service.token);
    const sources = join(service.dataDir, 'sources');
    mkdirSync(sources, { recursive: true });
    const elsewhere = GUARDED_TABLES.filter((text) => !/^INSERT INTO (banned|expelled)/.test(text));
    await writeDuckDb(join(sources, 'other.duckdb'), elsewhere);
    let options = "path = 'people.duckdb'";
    if (dialect === 'mysql') {
      database = await createMariaDbDatabase('kept');
      await database.run(GUARDED_TABLES);
      options = [...database.options].map(([name, value]) => `${name} = '${value}'`).join(', ');
    } else {
      await writeDuckDb(join(sources, 'people.duckdb'), GUARDED_TABLES);
    }
    rowsOf(await admin.sql(`CREATE ONTOLOGY guarded; CREATE DATASOURCE source TYPE ${dialect} OPTIONS (${options}); CREATE DATASOURCE other TYPE duckdb OPTIONS (path = 'other.duckdb')`, { ontology: 'system' })); // prettier-ignore
    first = `'${((await admin.select('SHOW VERSION', shop))[0] as { id: string }).id}'`;
    rowsOf(await admin.sql(`${GUARDED_ROLES.map((role) => `CREATE ROLE ${role};`).join(' ')} ${GUARDED_MODEL}`, shop));
    kept = await version();
    keeper = await addUser(
      service,
      { ...shop, name: 'keeper' },
      'GRANT EDIT ON ontology.guarded',
      'GRANT ADMIN ON datasource.guarded.other',
    );
    watchers.set('anybody', await addUser(service, { ...shop, name: 'watcher' }));
    for (const role of GUARDED_ROLES)
      watchers.set(role, await addUser(service, { ...shop, name: `watcher_${role}` }, `GRANT ROLE ${role}`));
    before = await lookAll();
  }, 60_000);
  afterAll(async () => {
    process.stdout.write(`policies kept on ${dialect}: ${JSON.stringify(counts)}\n`);
    await service.close();
    await database?.drop();
  }, CLOSE_TIMEOUT_MS);

  const version = async (): Promise<string> => ((await admin.select('SHOW VERSION', shop))[0] as { id: string }).id;

  const lookAll = async (): Promise<ReadonlyMap<string, Sight>> => {
    const sights = new Map<string, Sight>();
    for (const [name, client] of [['admin', admin], ['keeper', keeper], ...watchers] as const)
      sights.set(name, await lookAs(client));
    return sights;
  };

  /** What somebody sees wrongly once the change was made, which is taken back. */
  async function findLeaks(): Promise<readonly string[]> {
    const after = await lookAll();
    const [all, allAfter] = [before.get('admin')!, after.get('admin')!];
    return [...before].flatMap(([name, own]) => {
      if (name === 'admin') return [];
      const hidden = new Set([...all.marks].filter((mark) => !own.marks.has(mark)));
      const wrong = compareSights(hidden, [all, own], [allAfter, after.get(name)!]);
      return wrong === undefined ? [] : [`${name}: ${wrong}`];
    });
  }

  it('hides different rows and values from each role', () => {
    const lines = [...before].map(([name, { marks, persons }]) => `${name} ${marks.size} ${String(persons)}`);
    expect(lines).toEqual([
      'admin 24 8',
      'keeper 13 8',
      'anybody 13 8',
      'r_blocked 10 5',
      'r_allowed 6 3',
      'r_town 10 6',
      'r_late 11 6',
      'r_captured 6 3',
      'r_red 5 3',
      'r_boss 7 4',
      'r_kind 10 6',
      'r_label 11 7',
      'r_lang 5 3',
      'r_southern 12 7',
      'r_clerk 9 6',
    ]);
  });

  it.each(Object.entries(GUARDED_ATTEMPTS))(
    '%s changes neither conditions nor effects of policies',
    async (_, attempts) => {
      const faults: string[] = [];
      for (const text of spread(attempts, MOST[dialect])) {
        counts.tried++;
        const { status } = await keeper.sql(text.replace('$first', first), shop);
        if (status !== 200) {
          counts.refused++;
          if (status >= 500) faults.push(`${text}: ${status}`);
          continue;
        }
        counts.kept++;
        const leaks = await findLeaks();
        if (leaks.length > 0) faults.push(`${text}: ${leaks.join('; ')}`);
        if ((await version()) !== kept) {
          rowsOf(await admin.sql(`RESTORE ONTOLOGY guarded TO VERSION '${kept}'`, shop));
          kept = await version();
        }
      }
      expect(faults).toEqual([]);
    },
    GROUP_TIMEOUT_MS,
  );
}

describe('policies while an editor changes definitions, on DuckDB', () => {
  suite('duckdb');
});
describeWithMariaDb('policies while an editor changes definitions, on MariaDB', () => {
  suite('mysql');
});

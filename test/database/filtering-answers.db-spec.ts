import type { DialectName } from '../../src/model';
import { addUserWith } from '../support/add-user';
import { textWithoutNames } from '../support/alike-answers';
import { type Answer, Client, rowsOf } from '../support/client';
import { defineSide } from '../support/define-side';
import { FILTERED_MODEL, filteredTables, RULES, type Side, SIDES } from '../support/filtering';
import { conditionAddresses, filterAddresses, NESTED, PAGED } from '../support/filtering-addresses';
import { type MariaDbDatabase } from '../support/mariadb';
import { type RunningService, startService } from '../support/service';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';
import { oneOf, shareOf, trials } from '../support/trials';

/** `FILTERING_RUNS=5000 npx jest filtering-answers` sends this many filters, and all pages and nested requests under every policy. */
const EVERY = process.env.FILTERING_RUNS !== undefined;
const FILTERS = trials(500, { byHand: 'FILTERING_RUNS' });
const TIMEOUT_MS = EVERY ? 3_600_000 : 120_000;
/** Names of the same length, so that responses differ in nothing else. */
const NAMES: Readonly<Record<Side, string>> = { left: 'side_a', right: 'side_b', without: 'side_c' };
const ROLES = Object.keys(RULES);
const CONDITIONS = EVERY ? conditionAddresses() : shareOf(conditionAddresses(), 0);
const EXTRAS: readonly string[] = ['', '&_count_=exact', '&_limit_=2&_offset_=1'];
// two shares, because in short runs hardly an order of one share alone has a third page
const ORDERS = EVERY ? PAGED : [...new Set([0, 2].flatMap((turn) => shareOf(PAGED, turn)))];
/** Statuses of a service or a data source that is not available: both sides return the same then, which proves nothing. */
const UNANSWERED: readonly number[] = [429, 500, 503, 504];

function suite(dialect: DialectName): void {
  let service: RunningService;
  const readers = new Map<string, Client>();
  const databases: MariaDbDatabase[] = [];

  const makeSide = (side: Side, admin: Client): Promise<void> =>
    defineSide(
      { admin, dataDir: service.dataDir, databases },
      {
        dialect,
        name: `filtering_${side}`,
        statements: filteredTables(dialect, side),
        ontology: NAMES[side],
        model: FILTERED_MODEL,
      },
    );

  beforeAll(async () => {
    service = await startService({ RATE_LIMIT_PER_MINUTE: '0' });
    const admin = new Client(service.api, service.token);
    rowsOf(await admin.sql(ROLES.map((role) => `CREATE ROLE \`${role}\``).join('; '), { ontology: 'system' }));
    for (const side of SIDES) await makeSide(side, admin);
    for (const role of ROLES)
      readers.set(role, await addUserWith(service, `reader_${role}`, 'GRANT QUERY ON ALL', `GRANT ROLE \`${role}\``));
  }, 120_000);
  afterAll(async () => {
    await service.close();
    for (const database of databases) await database.drop();
  });

  /** Returns the response of each side, and whether they differ in a way that only hidden rows can explain. */
  async function askSides(role: string, addressOf: (side: Side) => string) {
    const asked = SIDES.map((side) => readers.get(role)!.get(`q/${NAMES[side]}/${addressOf(side)}`));
    const [left, right, without] = (await Promise.all(asked)) as [Answer, Answer, Answer];
    for (const { status } of [left, right, without]) expect(UNANSWERED).not.toContain(status);
    const [shown, other, bare] = [left, right, without].map((answer) => `${answer.status} ${textWithoutNames(answer)}`);
    // a visible row may fail in a data source before a join drops it, and not fail when there are fewer rows
    const isSame = shown === other && (left.status !== 200 || without.status !== 200 || shown === bare);
    return { left, right, without, leaks: isSame ? [] : [{ role, address: addressOf('left'), shown, other, bare }] };
  }

  it('returns the same status and bytes for filters, whatever hidden rows contain', async () => {
    const all = filterAddresses();
    const most = Math.min(FILTERS, all.length);
    const counts = { answered: 0, rows: 0 };
    const leaks: unknown[] = [];
    for (let index = 0; index < most; index++) {
      const address = all[Math.floor((index * all.length) / most)]!;
      const found = await askSides(ROLES[index % ROLES.length]!, () => address);
      leaks.push(...found.leaks);
      if (found.left.status === 200) counts.answered++;
      if (Array.isArray(found.left.body.data) && found.left.body.data.length > 0) counts.rows++;
    }
    process.stdout.write(`filters on ${dialect}: ${most} of ${all.length} addresses, ${counts.answered} answered, ${counts.rows} with rows\n`); // prettier-ignore
    expect(leaks).toEqual([]);
    expect(counts.answered).toBeGreaterThan(most / 2);
    expect(counts.rows).toBeGreaterThan(most / 20);
  }, TIMEOUT_MS); // prettier-ignore

  it('returns the same status and bytes for conditions and groups, whatever hidden rows contain', async () => {
    let answered = 0;
    const leaks: unknown[] = [];
    for (const [index, address] of CONDITIONS.entries())
      for (const role of EVERY ? ROLES : [ROLES[index % ROLES.length]!]) {
        const found = await askSides(role, () => address);
        leaks.push(...found.leaks);
        if (found.left.status === 200) answered++;
      }
    expect(leaks).toEqual([]);
    expect(answered).toBeGreaterThan(CONDITIONS.length / 2);
  }, TIMEOUT_MS); // prettier-ignore

  it('returns the same nested rows, whatever hidden rows contain', async () => {
    const leaks: unknown[] = [];
    for (const [index, address] of NESTED.entries())
      for (const role of EVERY ? ROLES : [ROLES[index % ROLES.length]!])
        for (const extra of EVERY ? EXTRAS : oneOf(EXTRAS, index)) {
          const found = await askSides(role, () => `${address}&nested=true${extra}`);
          expect(rowsOf(found.left).length).toBeGreaterThan(0);
          leaks.push(...found.leaks);
        }
    expect(leaks).toEqual([]);
  }, TIMEOUT_MS); // prettier-ignore

  it('returns the same pages and cursors, whatever hidden rows contain', async () => {
    const leaks: unknown[] = [];
    let pages = 0;
    for (const [index, address] of ORDERS.entries()) {
      for (const role of EVERY ? ROLES : [ROLES[(2 * index) % ROLES.length]!]) {
        let after: Readonly<Record<Side, string>> = { left: '', right: '', without: '' };
        for (let page = 0; page < 20; page++) {
          pages++;
          const found = await askSides(role, (side) => `${address}&_limit_=2${after[side]}`);
          rowsOf(found.left);
          leaks.push(...found.leaks);
          if (found.leaks.length > 0 || typeof found.left.body.next !== 'string') break;
          const [left, right, without] = SIDES.map((side) => `&_after_=${found[side].body.next}`);
          after = { left: left!, right: right!, without: without! };
        }
      }
    }
    expect(leaks).toEqual([]);
    expect(pages).toBeGreaterThan(2 * ORDERS.length);
  }, TIMEOUT_MS); // prettier-ignore
}

describe('what answers show of hidden rows on DuckDB', () => {
  suite('duckdb');
});
describeWithMariaDb('what answers show of hidden rows on MariaDB', () => {
  suite('mysql');
});
describeWithPostgreSql('what answers show of hidden rows on PostgreSQL', () => {
  suite('postgresql');
});

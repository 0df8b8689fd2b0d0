import fc from 'fast-check';
import { ServiceError } from '../../src/errors';
import { company } from '../support/company';
import type { DialectName, Ontology } from '../../src/model';
import { STAFF, staffTables } from '../bench/service/staff';
import { fixtureOntology, ontologyOf } from '../support/compile';
import {
  openDuckDbTestEngine,
  openMariaDbTestEngine,
  openPostgreSqlTestEngine,
  type TestEngine,
} from '../support/engines';
import { nestedRowsOf, type NestedRow, type Off, ORDERED_STEPS } from '../support/nest';
import { RECORDS } from '../support/records';
import { chinook, type SampleDatabase } from '../support/sample-databases';
import { describeWithMariaDb, describeWithPostgreSql, describeWithTestData } from '../support/services';
import { trials } from '../support/trials';

/** `LAW_RUNS=200 LAW_SEED=7 npx jest nested-laws` runs this many statements over each concept, with no time limit. */
const RUNS = process.env.LAW_RUNS === undefined ? undefined : Number(process.env.LAW_RUNS);
const SEED = process.env.LAW_SEED === undefined ? undefined : Number(process.env.LAW_SEED);
const OPTIONS = { numRuns: trials(10), ...(SEED !== undefined && { seed: SEED }) };
/** The time for the statements of one concept. A slow machine runs fewer of them, at least one. */
const SUITE_MS = RUNS === undefined ? 1_000 : Infinity;
const TIMEOUT_MS = RUNS === undefined ? 120_000 : 24 * 3_600_000;

/** The parts of the statements over one concept. */
interface Subject {
  readonly concept: string;
  readonly names: readonly string[];
  readonly conditions: readonly string[];
}

const RECORD_SUBJECTS: readonly Subject[] = [
  {
    concept: 'track',
    names: ['title', 'seconds', 'on_album[album].album_title', 'on_album[album].has_track[track].title', 'in_playlist[playlist].list_name', 'in_playlist[playlist]_place', 'in_playlist[playlist].holds_track[track].tag', 'sold_in[sale].quantity', 'sold_in[sale].sold_to[customer].nickname', 'tag'], // prettier-ignore
    conditions: ['seconds < 300', '`on_album[album].album_title` IS NOT NULL', "`in_playlist[playlist].list_name` = 'morning'", '`in_playlist[playlist]_place` > 1', '`sold_in[sale].quantity` IS NULL', '`sold_in[sale].quantity` >= 1', "tag LIKE 'l%'", 'tag IS NULL', "NOT (tag = 'live')", '`sold_in[sale].quantity` > `in_playlist[playlist]_place`', "(tag = 'loud' OR seconds > 200)", "(tag = 'loud' OR tag = 'calm')", 'seconds IN (SELECT seconds FROM track WHERE track_id > 101)', "`in_playlist[playlist].holds_track[track].genre` IN ('Jazz', 'Pop')", '`on_album[album].has_track[track].seconds` BETWEEN 60 AND 250', "`sold_in[sale].sold_to[customer].nickname` <> 'Nan'", 'EXISTS (SELECT 1 FROM sale s WHERE s.sale_id = `sold_in[sale].sale_id`)'], // prettier-ignore
  },
  {
    concept: 'artist',
    names: ['artist_name', 'country', 'made[album].album_title', 'made[album].has_track[track].title', 'made[album].has_track[track].tag', 'made[album].has_track[track].in_playlist[playlist].list_name', 'made[album].has_track[track].sold_in[sale].quantity'], // prettier-ignore
    conditions: ["country = 'NO'", '`made[album].album_id` IS NOT NULL', '`made[album].has_track[track].seconds` > 100', "`made[album].has_track[track].tag` = 'loud'", '`made[album].has_track[track].sold_in[sale].quantity` IS NULL', '`made[album].has_track[track].in_playlist[playlist].playlist_id` = 1', "(`made[album].album_title` = 'Fog' OR `made[album].has_track[track].genre` = 'Rock')"], // prettier-ignore
  },
  {
    concept: 'person',
    names: ['name', 'nickname', 'home', 'phone', 'bought[sale].quantity', 'knows[customer*2].name', 'manages[employee].name', 'manages[employee].nickname', 'reports_to[employee*3]_transitivity_level'], // prettier-ignore
    conditions: ["home = 'NO'", 'nickname IS NOT NULL', '`bought[sale].quantity` > 0', "`knows[customer*2].name` IN ('Bob', 'Cid')", '`manages[employee].employee_id` <> 6', "entity_type = 'employee'", '`reports_to[employee*3]_transitivity_level` = 1', '`bought[sale].sale_id` IS NULL'], // prettier-ignore
  },
];

const COMPANY_SUBJECTS: readonly Subject[] = [
  {
    concept: 'employee',
    names: ['name', 'salary', 'active', 'works_in[department].department_name', 'works_in[department].employs[employee].name', 'works_on[project].title', 'works_on[project]_hours', 'works_on[project].of_department[department].budget', 'works_on[project].staffed_by[employee].born', 'manages[employee].hired', 'reports_to[employee].rating', 'reports_to[employee].manages[employee].shift'], // prettier-ignore
    conditions: ['salary > 0', 'active', '`works_in[department].budget` IS NULL', '`works_in[department].employs[employee].grade` <= 1', '`works_on[project]_hours` < 5', '`works_on[project]_job` IS NULL', '`manages[employee].badge` > 0', '`manages[employee].salary` IS NULL', '`reports_to[employee].manages[employee].salary` = salary', '`works_on[project].project_id` <=> 10', '`works_on[project].staffed_by[employee].employee_id` <> employee_id', '`manages[employee].employee_id` > `works_on[project].staffed_by[employee].employee_id`'], // prettier-ignore
  },
  {
    concept: 'department',
    names: ['department_name', 'budget', 'employs[employee].name', 'employs[employee].works_on[project].title', 'employs[employee].manages[employee].grade', '~of_department[project].title'], // prettier-ignore
    conditions: ["country = 'NO'", '`employs[employee].salary` > 0', '`employs[employee].works_on[project].project_id` >= 20', '`~of_department[project].project_id` IS NOT NULL', '`employs[employee].manages[employee].active`', "(`employs[employee].born` < '1990-01-01' OR budget > 0)"], // prettier-ignore
  },
];

const CHINOOK_SUBJECTS: readonly Subject[] = [
  {
    concept: 'track',
    names: ['title', 'unit_price', 'on_album[album].made_by[artist].name', 'in_playlist[playlist].name', 'sold_in[invoice_line].on_invoice[invoice].billing_country', 'sold_in[invoice_line].line_total'], // prettier-ignore
    conditions: ['milliseconds > 400000', '`of_genre[genre].genre_name` = \'Jazz\'', "`in_playlist[playlist].name` LIKE '%s%'", '`sold_in[invoice_line].invoice_line_id` IS NOT NULL', '`sold_in[invoice_line].quantity` = 1', 'album_id < 20'], // prettier-ignore
  },
  {
    concept: 'customer',
    names: ['last_name', 'supported_by[employee].last_name', 'supported_by[employee].manages[employee].first_name', 'placed[invoice].total', 'placed[invoice].has_line[invoice_line].quantity'], // prettier-ignore
    conditions: ["country IN ('Norway', 'Brazil', 'India')", '`placed[invoice].total` > 10', "`placed[invoice].has_line[invoice_line].of_track[track].title` LIKE 'A%'", 'company IS NULL'], // prettier-ignore
  },
];

const STAFF_SUBJECTS: readonly Subject[] = [
  {
    concept: 'event',
    names: ['id', 'day', 'hours', 'entity_type', 'entity_id', 'of_person[employee].last_name', 'of_person[employee].has_title[title].title', 'of_person[employee].works_in[department].dept_name', 'of_person[employee].has_event[meeting].day'], // prettier-ignore
    conditions: ['hours > 4', "entity_type <> 'shift'", "day > '2005-01-01'", "`of_person[employee].gender` = 'F'", "`of_person[employee].has_title[title].title` LIKE 'S%'", 'id IN (SELECT id FROM meeting)'], // prettier-ignore
  },
  {
    concept: 'employee',
    names: ['emp_no', 'last_name', 'city', 'entity_id', 'has_title[title].title', 'works_in[department].dept_name', 'has_event[event].day', 'has_event[event].entity_type', 'earns[salary].amount'], // prettier-ignore
    conditions: ["gender = 'M'", 'emp_no BETWEEN 10 AND 90', '`has_event[event].hours` > 2', '`has_event[event].id` IS NULL', "`has_title[title].title` <> 'Clerk'"], // prettier-ignore
  },
];

/** The steps and the pass that each statement is run without. */
const STEPS = [...ORDERED_STEPS, 'page-rows'] as const;

/** Returns a value with its lists in one order, whatever their order is. */
function inAnyOrder(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(inAnyOrder).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inAnyOrder(inner)]));
}

const quoted = (name: string): string => `\`${name}\``;

const statementOver = (subject: Subject): fc.Arbitrary<string> =>
  fc
    .record({
      select: fc.uniqueArray(fc.constantFrom(...subject.names), { minLength: 1, maxLength: 5 }),
      where: fc.array(fc.constantFrom(...subject.conditions), { maxLength: 3 }),
      order: fc.uniqueArray(fc.tuple(fc.constantFrom(...subject.names), fc.constantFrom('', ' DESC')), {
        maxLength: 2,
        selector: ([name]) => name,
      }),
      limit: fc.option(fc.integer({ min: 0, max: 6 })),
      offset: fc.option(fc.integer({ min: 0, max: 3 })),
    })
    .map(({ select, where, order, limit, offset }) => {
      const orders = order.map(([name, direction]) => `${quoted(name)}${direction}`);
      const clauses = [
        `SELECT ${select.map(quoted).join(', ')} FROM ${subject.concept}`,
        ...(where.length > 0 ? [`WHERE ${where.join(' AND ')}`] : []),
        ...(orders.length > 0 ? [`ORDER BY ${orders.join(', ')}`] : []),
        ...(limit === null ? [] : [`LIMIT ${limit}`]),
        ...(limit === null || offset === null ? [] : [`OFFSET ${offset}`]),
      ];
      return clauses.join(' ');
    });

function laws(
  fixture: string,
  subjects: readonly Subject[],
  load: () => SampleDatabase,
  read: (dialect: DialectName) => Ontology = (dialect) => fixtureOntology(fixture, dialect),
): void {
  const suite = (dialect: DialectName, open: () => Promise<TestEngine>) => () => {
    const ontology = read(dialect);
    const counts = { statements: 0, answered: 0, tooLong: 0 };
    let test: TestEngine;

    /** Returns undefined when the data source times out with steps off: as flat joins, relations multiply each other. */
    const rowsOf = async (sql: string, off: Off): Promise<readonly NestedRow[] | undefined> => {
      try {
        return await nestedRowsOf(test, ontology, sql, off);
      } catch (error) {
        const isTooLong = error instanceof ServiceError && error.code === 'source_timed_out';
        if (!isTooLong || off.length === 0) throw error;
        counts.tooLong++;
        return undefined;
      }
    };

    beforeAll(async () => {
      test = await open();
    }, 60_000);
    afterAll(async () => {
      await test.drop();
      const { statements, answered, tooLong } = counts;
      process.stdout.write(
        `nested ${fixture} on ${dialect}: ${statements} statements, ${answered} with rows, ${tooLong} took too long\n`,
      );
    });

    it.each(subjects)(
      'nests $concept the same way, whatever steps are off',
      async (subject) => {
        const [before, start] = [counts.statements, Date.now()];
        await fc.assert(
          fc.asyncProperty(statementOver(subject), fc.constantFrom(...STEPS), async (sql, step) => {
            if (counts.statements > before && Date.now() > start + SUITE_MS) return;
            counts.statements++;
            const flat = await rowsOf(sql, ORDERED_STEPS);
            if (flat !== undefined && flat.length > 0) counts.answered++;
            for (const off of [[], [step]]) {
              const rows = await rowsOf(sql, off);
              if (flat !== undefined && rows !== undefined) expect(rows).toEqual(flat);
            }
          }),
          OPTIONS,
        );
      },
      TIMEOUT_MS,
    );

    it.each(subjects)(
      'nests the same elements of $concept by keys as by ids',
      async (subject) => {
        const start = Date.now();
        const whole = statementOver(subject).map((sql) => sql.replace(/ LIMIT .*/, ''));
        await fc.assert(
          fc.asyncProperty(whole, async (sql) => {
            if (Date.now() > start + SUITE_MS) return;
            const [byKeys, byIds] = [await rowsOf(sql, []), await rowsOf(sql, ['read-keys'])];
            if (byKeys !== undefined && byIds !== undefined) expect(inAnyOrder(byKeys)).toEqual(inAnyOrder(byIds));
          }),
          OPTIONS,
        );
      },
      TIMEOUT_MS,
    );
  };
  describe(
    `${fixture} on DuckDB`,
    suite('duckdb', () => openDuckDbTestEngine(`nested_${fixture}`, load().duckdb)),
  );
  describeWithMariaDb(
    `${fixture} on MariaDB`,
    suite('mysql', () => openMariaDbTestEngine(`nested_${fixture}`, load().mysql)),
  );
  describeWithPostgreSql(
    `${fixture} on PostgreSQL`,
    suite('postgresql', () => openPostgreSqlTestEngine(`nested_${fixture}`, load().duckdb)),
  );
}

laws('records', RECORD_SUBJECTS, () => ({ duckdb: RECORDS, mysql: RECORDS }));
laws('company', COMPANY_SUBJECTS, company);
laws(
  'staff',
  STAFF_SUBJECTS,
  () => ({ duckdb: staffTables(150), mysql: staffTables(150) }),
  (dialect) => ontologyOf(STAFF, dialect),
);
describeWithTestData('chinook', 'of a music shop', () => {
  laws('chinook', CHINOOK_SUBJECTS, chinook);
});

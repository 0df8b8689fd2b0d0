import { FILTER_OPERATORS } from '../../src/compiler/filter/filter-operators';
import type { DialectName } from '../../src/model';
import { addUserWith } from '../support/add-user';
import { placeOf, textWithoutNames } from '../support/alike-answers';
import { Client, rowsOf, type Answer, type Row } from '../support/client';
import { defineSide } from '../support/define-side';
import { MASKED_MODEL, maskedTables, type Side } from '../support/masking';
import { type MariaDbDatabase } from '../support/mariadb';
import { startService, type RunningService } from '../support/service';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';

/** `MASKING_RUNS=1 npx jest masking-answers` sends all requests; without it, the test sends one of each kind. */
const EVERY = process.env.MASKING_RUNS !== undefined;
const TIMEOUT_MS = EVERY ? 600_000 : 60_000;
/** Names of the same length, so that responses differ in nothing else. */
const NAMES: Readonly<Record<Side, string>> = { left: 'side_a', right: 'side_b' };
const COLUMNS = ['email', 'code', 'part', 'age', 'born', 'contact', 'hint', 'entity_label', 'nick_email', 'knows[person]_token', 'works_for[person].email', 'has_account[account].login']; // prettier-ignore
const VALUES = ['ann@x.no', 'abcdefgh', 'XXXXXXXXX', '30', '2000-02-29', 'a%'];

/** Statuses of a service or a data source that is not available: both sides return the same then, which proves nothing. */
const UNANSWERED: readonly number[] = [429, 500, 503, 504];

/** Returns the paths of filters over masked columns, each with one other option that changes a response. */
function addresses(): readonly string[] {
  const filters = COLUMNS.flatMap((column) =>
    Object.keys(FILTER_OPERATORS).flatMap((operator) =>
      VALUES.map((value) => {
        const comparator = operator.endsWith('null') ? '' : `&_comp_=${encodeURIComponent(operator.endsWith('in') ? `"${value}","b"` : value)}`; // prettier-ignore
        return `concept/person?_subj_=${encodeURIComponent(column)}&_op_=${operator}${comparator}&_select_=person_id,${column}&_order_=person_id,${column}`; // prettier-ignore
      }),
    ),
  );
  const conditions = COLUMNS.flatMap((column) =>
    VALUES.flatMap((value) => {
      const where = encodeURIComponent(`\`${column}\` = '${value}' OR CHAR_LENGTH(\`${column}\`) > ${value.length} OR \`${column}\` LIKE '${value}'`); // prettier-ignore
      const having = encodeURIComponent(`max(\`${column}\`) > '${value}' OR count() > 1`);
      return [
        `concept/person?_where_=${where}&_select_=person_id&_order_=person_id`,
        `concept/person?_where_=${where}&_select_=person_id&_order_=person_id&_distinct_=true`,
        `concept/person?_select_=${column},count(),min(${column}),max(${column})&_order_=${column}&_having_=${having}`,
      ];
    }),
  );
  const extras = ['', '&_count_=exact', '&nested=true', '&_limit_=2', '&_limit_=2&nested=true', '&_explain_=true', '&_format_=csv', '&_format_=xlsx', '&_format_=parquet', '&_format_=arrow', '&_typed_=true']; // prettier-ignore
  const plain = [...new Set([...filters, ...conditions])].map(
    (address, index) => `${address}${extras[index % extras.length]}`,
  );
  const ofLists = extras.filter((extra) => !extra.includes('nested'));
  return [...plain, ...listAddresses().map((address, index) => `${address}${ofLists[index % ofLists.length]}`)];
}

/** Returns the paths of requests whose lists are filtered and sorted by masked values. */
function listAddresses(): readonly string[] {
  return COLUMNS.filter((column) => !column.includes('[')).flatMap((column) =>
    VALUES.flatMap((value) => {
      const where = encodeURIComponent(`${column} = '${value}' OR CHAR_LENGTH(${column}) > ${value.length} OR ${column} LIKE '${value}'`); // prettier-ignore
      return ['knows', 'works_for'].map(
        (list) =>
          `concept/person?_select_=person_id,${list}[person].person_id&_order_=person_id&nested=true&_where_[${list}]=${where}&_order_[${list}]=-${column},person_id&_limit_[${list}]=2`,
      );
    }),
  );
}

/** Orders whose pages are read to the end. */
const PAGED: readonly string[] = [
  ...COLUMNS.map(
    (column, index) => `concept/person?_select_=person_id,${column}&_order_=${index % 2 ? '-' : ''}${column},person_id`,
  ),
  'concept/person?_select_=name,email&_order_=email',
  'concept/adult?_select_=person_id,email&_order_=age,part',
  'concept/robot?_order_=-email',
  'concept/party?_select_=entity_type,entity_label&_order_=entity_label',
  'view/mails?_order_=mail,size',
  'view/twins',
];

/** Concepts with a masked key, and orders by it, which the hashed id completes. */
const BY_MASKED_KEY: readonly string[] = [
  'concept/account?_select_=entity_id,number',
  'concept/account?_select_=entity_id,number,login&_order_=login',
  'concept/account?_select_=entity_id,number,balance&_order_=-balance,-login',
];
/** Matches a key value of either side as JSON prints it. */
const TRUE_LOGIN = /"(a1|b2|c3|d4|x9|z\|9|y\\\\8|7|q)"/;

function suite(dialect: DialectName): void {
  let service: RunningService;
  let reader: Client;
  const databases: MariaDbDatabase[] = [];

  const makeSide = (side: Side, admin: Client): Promise<void> =>
    defineSide(
      { admin, dataDir: service.dataDir, databases },
      {
        dialect,
        name: `masking_${side}`,
        statements: maskedTables(dialect, side),
        ontology: NAMES[side],
        model: MASKED_MODEL,
      },
    );

  beforeAll(async () => {
    service = await startService({ RATE_LIMIT_PER_MINUTE: '1000000' });
    const admin = new Client(service.api, service.token);
    await makeSide('left', admin);
    await makeSide('right', admin);
    reader = await addUserWith(service, 'reader', 'GRANT QUERY ON ALL');
  }, TIMEOUT_MS);
  afterAll(async () => {
    await service.close();
    for (const database of databases) await database.drop();
  });

  const both = async (ask: (ontology: string) => Promise<Answer>): Promise<readonly [Answer, Answer]> => {
    const [left, right] = await Promise.all([ask(NAMES.left), ask(NAMES.right)]);
    expect(UNANSWERED).not.toContain(left.status);
    expect({ status: right.status, text: textWithoutNames(right) }).toEqual({
      status: left.status,
      text: textWithoutNames(left),
    });
    return [left, right];
  };

  it('returns the same bytes for every operator of a filter, nested or not, in every format', async () => {
    const all = addresses();
    const asked = EVERY ? all : all.filter((_, index) => index % 19 === 0);
    let answered = 0;
    for (const address of asked) {
      const [{ status }] = await both((ontology) => reader.get(`q/${ontology}/${address}`));
      if (status === 200) answered++;
    }
    process.stdout.write(`filters on ${dialect}: ${asked.length} addresses, ${answered} answered\n`);
    expect(answered).toBeGreaterThan(asked.length / 2);
  }, TIMEOUT_MS); // prettier-ignore

  it('returns the same pages and the same positions of next pages', async () => {
    for (const address of EVERY ? PAGED : PAGED.filter((_, index) => index % 2 === 0)) {
      for (let after = ['', ''], page = 0; page < 20; page++) {
        const separator = address.includes('?') ? '&' : '?';
        const [left, right] = await both((ontology) =>
          reader.get(`q/${ontology}/${address}${separator}_limit_=3${after[ontology === NAMES.left ? 0 : 1]}`),
        );
        rowsOf(left);
        if (typeof left.body.next !== 'string') break;
        after = [left, right].map(({ body }) => `&_after_=${body.next}`);
      }
    }
  }, TIMEOUT_MS); // prettier-ignore

  it('pages over masked keys contain every row once, and neither their order nor their cursors reveal the keys', async () => {
    for (const address of BY_MASKED_KEY) {
      const [left, right] = await Promise.all([readPages(NAMES.left, address), readPages(NAMES.right, address)]);
      const numbers = left.rows.map((row) => row.number);
      expect(new Set(numbers).size).toBe(numbers.length);
      expect([...numbers].sort()).toEqual([...right.rows.map((row) => row.number)].sort());
      for (const { rows, cursors } of [left, right]) {
        expect(cursors.length).toBeGreaterThan(1);
        expect([...cursors.map(placeOf), JSON.stringify(rows)].filter((text) => TRUE_LOGIN.test(text))).toEqual([]);
        const ids = rows.map((row) => String(row.entity_id));
        expect(ids).toEqual(address.includes('-') ? ids.toSorted().toReversed() : ids.toSorted());
      }
    }
  }, TIMEOUT_MS); // prettier-ignore

  /** Reads all rows in pages of two, and the cursors between them. */
  async function readPages(ontology: string, address: string): Promise<{ rows: Row[]; cursors: string[] }> {
    const rows: Row[] = [];
    const cursors: string[] = [];
    for (let after = ''; ; after = `&_after_=${cursors.at(-1)}`) {
      const answer = await reader.get(`q/${ontology}/${address}&_limit_=2${after}`);
      rows.push(...rowsOf(answer));
      if (typeof answer.body.next !== 'string') return { rows, cursors };
      cursors.push(answer.body.next);
    }
  }

  it('explains and rejects with the same messages', async () => {
    const columns = EVERY ? COLUMNS : COLUMNS.filter((_, index) => index % 3 === 0);
    const statements = columns.flatMap((column) => [
      `EXPLAIN SELECT person_id FROM person WHERE \`${column}\` = 'ann@x.no'`,
      `SELECT CAST(\`${column}\` AS SIGNED) + 1, JSON_EXTRACT(\`${column}\`, '$.a') FROM person ORDER BY person_id, 1, 2`,
      `SELECT EXP(1000 * CHAR_LENGTH(\`${column}\`)) FROM person ORDER BY person_id, 1`,
      `SELECT person_id FROM person WHERE \`${column}\` REGEXP '(' ORDER BY 1`,
      `SELECT DATE_ADD('9999-12-31', INTERVAL CHAR_LENGTH(\`${column}\`) YEAR) FROM person ORDER BY person_id, 1`,
      `SELECT \`${column}\`.x FROM person`,
    ]);
    for (const sql of statements) await both((ontology) => reader.sql(sql, { ontology }));
  }, TIMEOUT_MS); // prettier-ignore
}

describe('what answers show of masked values on DuckDB', () => {
  suite('duckdb');
});
describeWithMariaDb('what answers show of masked values on MariaDB', () => {
  suite('mysql');
});
describeWithPostgreSql('what answers show of masked values on PostgreSQL', () => {
  suite('postgresql');
});

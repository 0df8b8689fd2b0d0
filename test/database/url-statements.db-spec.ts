import fc from 'fast-check';
import type { DialectName } from '../../src/model';
import { type Answer, type Client, type Row, rowsOf } from '../support/client';
import { type CompanyService, startCompany } from '../support/company-service';
import { filter, lower, pairsOf, plainPredicate } from '../support/random-statements';
import { printExpression } from '../../src/compiler/statement';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';
import { trials } from '../support/trials';

/** Employees again, with a measure. */
const MORE = `
CREATE MEASURE head_count bigint AS SELECT COUNT(*);
CREATE CONCEPT post (post_id integer, grade smallint, active boolean, head_count measure bigint, PRIMARY KEY (post_id));
CREATE MAPPING map_post INTO (post) AS SELECT id AS post_id, grade AS grade, active AS active FROM employee;
CREATE VIEW names AS SELECT \`reports_to[employee].name\` AS name, active AS active FROM employee;
CREATE VIEW posts AS SELECT active AS active, SIGN(grade) AS sign FROM post;
CREATE VIEW totals AS SELECT active AS active, COUNT(*) AS \`count()\`, SUM(grade) AS grades FROM post GROUP BY active;
CREATE VIEW tasks AS SELECT entity_id, active AS active, \`reports_to[employee].name\` AS boss, \`works_on[project].title\` AS title FROM employee;
CREATE VIEW tasks_again AS SELECT entity_id, boss AS boss FROM vsvc.tasks;
`;

const LONGEST_MS = 120_000;

type Parameters = readonly (readonly [string, string])[];

function addressOf(concept: string, parameters: Parameters): string {
  const written = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `q/company/${concept.includes('/') ? concept : `concept/${concept}`}?${written.join('&')}`;
}

function sorted(rows: readonly Row[]): readonly string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}

function suite(dialect: DialectName): void {
  let company: CompanyService;
  beforeAll(async () => {
    company = await startCompany(dialect, MORE);
  }, 60_000);
  afterAll(() => company.close());

  const ask = (target: string, parameters: Parameters, client: Client = company.admin): Promise<Answer> =>
    client.get(addressOf(target, [...parameters, ['_typed_', 'true']]));
  const select = (sql: string, client: Client = company.admin): Promise<Answer> =>
    client.sql(sql, { ontology: 'company' });

  /** Checks that a URL, its executed_query and a statement return the same rows, or are rejected alike; returns the rows. */
  async function compare(target: string, parameters: Parameters, sql: string): Promise<readonly Row[] | undefined> {
    const [answer, expected] = await Promise.all([ask(target, parameters), select(sql)]);
    const context = { sql, answer: answer.text };
    if (expected.status !== 200) {
      expect({ ...context, code: answer.body.error?.code }).toEqual({ ...context, code: expected.body.error?.code });
      return undefined;
    }
    const rows = sorted(rowsOf(answer));
    expect({ ...context, rows }).toEqual({ ...context, rows: sorted(rowsOf(expected)) });
    const executed = sorted(rowsOf(await select(answer.body.executed_query!)));
    expect({ ...context, rows: executed }).toEqual({ ...context, rows });
    return rowsOf(answer);
  }

  async function readPages(target: string, parameters: Parameters, limit: number): Promise<readonly Row[]> {
    const rows: Row[] = [];
    for (let after: Parameters = [], page = 0; page < 100; page++) {
      const answer = await ask(target, [...parameters, ['_limit_', String(limit)], ...after]);
      rows.push(...rowsOf(answer));
      if (typeof answer.body.next !== 'string') return rows;
      after = [['_after_', answer.body.next]];
    }
    throw new Error('the pages have no end');
  }

  describe('_where_', () => {
    it('returns the rows of the statement with the same condition, with any groups', async () => {
      let found = 0;
      const asked = fc.tuple(filter, plainPredicate, fc.boolean());
      await fc.assert(
        fc.asyncProperty(asked, async ([{ conditions, select: columns = ['employee_id'] }, where, hasGroups]) => {
          const written = { concept: 'employee' as const, select: columns, conditions: hasGroups ? conditions : [] };
          const groups = lower(written).where;
          const condition = groups === undefined ? where : `(${printExpression(groups)}) AND (${where})`;
          const items = columns.map((name) => `\`${name}\``).join(', ');
          const sql = `SELECT ${items} FROM dsvc.employee WHERE ${condition}`;
          const rows = await compare('employee', [...pairsOf(written), ['_where_', where]], sql);
          found += rows?.length ?? 0;
        }),
        { numRuns: trials(150, { few: 30 }) },
      );
      expect(found).toBeGreaterThan(5);
    }, LONGEST_MS); // prettier-ignore

    it(
      'pages and counts the rows, and returns nested ones',
      async () => {
        await fc.assert(
          fc.asyncProperty(plainPredicate, fc.integer({ min: 1, max: 4 }), async (where, limit) => {
            const parameters: Parameters = [['_select_', 'employee_id,works_on[project].title'], ['_where_', where], ['_order_', '-salary,works_on[project].title']]; // prettier-ignore
            const whole = await ask('employee', [...parameters, ['_count_', 'exact']]);
            if (whole.status !== 200) return;
            const rows = rowsOf(whole);
            expect(whole.body.total).toBe(rows.length);
            expect(sorted(await readPages('employee', parameters, limit))).toEqual(sorted(rows));
            const nested = rowsOf(await ask('employee', [...parameters, ['nested', 'true']]));
            const entities = new Set(rows.map((row) => row.employee_id));
            expect(nested.map((row) => row.employee_id).sort()).toEqual([...entities].sort());
            const again = await company.admin.sql(whole.body.executed_query!, { ontology: 'company', headers: { nested: 'true' } }); // prettier-ignore
            expect(rowsOf(again)).toHaveLength(nested.length);
          }),
          { numRuns: trials(50) },
        );
      },
      LONGEST_MS,
    );

    it('joins groups of OR in parentheses, and reads literals as statements do', async () => {
      const groups: Parameters = [['_subj_', 'grade'], ['_op_', 'eq'], ['_comp_', '1'], ['_conj_', 'or'], ['_subj1_', 'grade'], ['_op1_', 'eq'], ['_comp1_', '0']]; // prettier-ignore
      const where = "born > '1995-01-01' OR `works_in[department].budget` <= -500.25 AND NOT active IS NULL";
      const rows = await compare(
        'employee',
        [...groups, ['_where_', where], ['_select_', 'employee_id']],
        `SELECT employee_id FROM employee WHERE (grade = 1 OR grade = 0) AND (${where})`,
      );
      expect(rows).toEqual([{ employee_id: 4 }]);
      const executed = (await ask('employee', [...groups, ['_where_', where]])).body.executed_query;
      expect(executed).toBe(
        "SELECT * FROM `dsvc`.`employee` WHERE (`grade` = '1' OR `grade` = '0') AND (`born` > '1995-01-01' OR `works_in[department].budget` <= -500.25 AND NOT `active` IS NULL)",
      );
    });

    it('filters views by their columns, and explains the statement', async () => {
      const where = "more > 3000 AND department LIKE 'R%'";
      const rows = await compare('view/staff', [['_where_', where], ['_select_', 'name,more']], `SELECT name, more FROM vsvc.staff WHERE ${where}`); // prettier-ignore
      expect(rows).toHaveLength(2);
      const explained = await ask('view/staff', [
        ['_where_', where],
        ['_explain_', 'true'],
      ]);
      expect(explained.body.data).toMatchObject({ data_source: 'source', mappings: expect.arrayContaining(['map_employee']) as unknown }); // prettier-ignore
    });

    it('reads masked values as masks', async () => {
      const mask = rowsOf(await ask('employee', [['_select_', 'email'], ['_where_', 'email IS NOT NULL']], company.reader))[0]!; // prettier-ignore
      const count = async (client: Client, value: string): Promise<number> =>
        rowsOf(await ask('employee', [['_where_', `email = '${value}'`]], client)).length;
      expect(await count(company.admin, 'ada@x.org')).toBe(1);
      expect(await count(company.reader, 'ada@x.org')).toBe(0);
      expect(await count(company.reader, String(mask.email))).toBeGreaterThan(1);
    });

    it.each([
      ['', 1, 'expected an expression'],
      ['grade >', 8, 'expected an expression'],
      ['grade = 1;', 10, 'expected the end of the input but found ";"'],
      ['grade = 1; DROP CONCEPT employee', 10, 'expected the end of the input but found ";"'],
      ['grade = ?', 9, 'parameters'],
      ['grade = :g', 9, 'parameters'],
      ['grade IN (SELECT grade FROM employee)', 11, 'sub-query'],
      ['grade = (SELECT 1)', 10, 'sub-query'],
      ['grade = ((SELECT 1) UNION SELECT 2)', 11, 'sub-query'],
      ['EXISTS (SELECT 1)', 9, 'sub-query'],
      ['grade > ALL (WITH a AS (SELECT 1) SELECT * FROM a)', 14, 'sub-query'],
      ['grade = 1 AND COUNT(*) > 1', 15, 'the aggregate COUNT is not allowed in WHERE'],
      ['grade = 1 AND SUM(grade) > 1', 15, 'the aggregate SUM is not allowed in WHERE'],
      ['ROW_NUMBER() OVER (ORDER BY grade) = 1', 1, 'the window function ROW_NUMBER is not allowed in WHERE'],
      ['SUM(grade) OVER () = 1', 1, 'the window function SUM is not allowed in WHERE'],
      ['grade = 1 GROUP BY grade', 11, 'expected the end of the input but found "GROUP"'],
      ['grade = 1 UNION SELECT 1', 11, 'expected the end of the input but found "UNION"'],
      ['grade = 1) OR (TRUE', 10, 'expected the end of the input but found ")"'],
      ['active AND\n nothing = 1', 2, 'nothing'],
      ["active AND grade = 'abc'", 20, ''],
    ])('rejects %j with its place in the condition and a hint', async (where, column, message) => {
      const { status, body } = await ask('employee', [['_where_', where]]);
      expect([status, body.data]).toEqual([400, expect.stringMatching(/^_where_: /)]);
      expect(body.data).toContain(message);
      expect(body.error).toMatchObject({ position: { column }, hint: expect.any(String) as unknown });
    });

    it('rejects measures', async () => {
      const { status, body } = await ask('post', [['_where_', 'grade = 1 AND `measure.head_count` > 1']]);
      expect([status, body.data]).toEqual([400, '_where_: the measure "head_count" is not allowed in WHERE']);
      expect(body.error).toMatchObject({ position: { line: 1, column: 15 } });
    });

    it('limits the comparisons, not the values of a list', async () => {
      const chain = (count: number): string => Array.from({ length: count }, () => 'grade=1').join(' OR ');
      expect((await ask('employee', [['_where_', chain(500)]])).status).toBe(200);
      const groups = Array.from({ length: 200 }, (_, index): Parameters => [[`_subj${index}_`, 'grade'], [`_op${index}_`, 'is_null']]).flat(); // prettier-ignore
      expect((await ask('employee', [...groups, ['_where_', chain(500)]])).status).toBe(200);
      expect((await ask('employee', [['_where_', chain(501)]])).body.data).toMatch(/at most 500 comparisons/);
      expect((await ask('employee', [['_where_', `grade IN (${'1,'.repeat(2000)}1)`]])).status).toBe(200);
      const cases = Array.from({ length: 300 }, () => '(active=1)=1').join(' OR ');
      expect((await ask('employee', [['_where_', cases]])).body.data).toMatch(/at most 500 comparisons/);
    });

    it('belongs to the cursor of a page', async () => {
      const { next } = (
        await ask('employee', [
          ['_where_', 'grade > 0'],
          ['_limit_', '1'],
        ])
      ).body;
      const other = await ask('employee', [
        ['_where_', 'grade > 1'],
        ['_limit_', '1'],
        ['_after_', next!],
      ]);
      expect([other.status, other.body.data]).toEqual([400, expect.stringContaining('belongs to another request')]);
    });
  });

  describe('_distinct_', () => {
    const DISTINCT = ['_distinct_', 'true'] as const;
    const MANY = ['works_on[project].title IS NULL', "works_on[project].title LIKE '%o'", 'manages[employee].grade > 0', 'works_on[project].project_id = manages[employee].employee_id + 8', "works_on[project]_job <> 'lead'", "`works_on.title` > 'A'"].map((text) => text.replace(/\w+\[\w+\]\S+/g, (path) => `\`${path}\``)); // prettier-ignore
    /** Holds for an employee without a department. The counted request is sorted by a column of departments. */
    const WITHOUT_DEPARTMENT = "(NOT `works_in[department].employs[employee].rating` = '4.5' OR `works_on[project].title` IS NULL) AND (`works_on[project].title` IS NULL OR salary > 100)"; // prettier-ignore
    const where = fc
      .tuple(plainPredicate, fc.constantFrom('AND', 'OR'), fc.constantFrom(...MANY), fc.constantFrom(...MANY))
      .map(([first, word, second, third]) => `((${first}) ${word} ${second}) AND (${third} OR salary > 100)`);

    it(
      'returns each entity once that has a row in the statement',
      async () => {
        let found = 0;
        await fc.assert(
          fc.asyncProperty(where, fc.integer({ min: 1, max: 3 }), async (condition, limit) => {
            const parameters: Parameters = [['_select_', 'employee_id,reports_to[employee].name'], ['_where_', condition], DISTINCT]; // prettier-ignore
            const sql = `SELECT DISTINCT employee_id, \`reports_to[employee].name\` FROM dsvc.employee WHERE ${condition}`;
            const rows = await compare('employee', parameters, sql);
            if (rows === undefined) return;
            found += rows.length;
            const counted = await ask('employee', [...parameters, ['_count_', 'exact'], ['_order_', '-works_in[department].budget']]); // prettier-ignore
            expect(counted.body.total).toBe(rows.length);
            expect(sorted(await readPages('employee', parameters, limit))).toEqual(sorted(rows));
          }),
          { numRuns: trials(60, { few: 12 }), examples: [[WITHOUT_DEPARTMENT, 1]] },
        );
        expect(found).toBeGreaterThan(5);
      },
      LONGEST_MS,
    );

    it(
      'returns each entity once with groups, all columns and children of a concept',
      async () => {
        await fc.assert(
          fc.asyncProperty(filter, async ({ conditions, concept }) => {
            const pairs = pairsOf({ conditions, concept, select: undefined });
            const flat = await ask(concept, pairs);
            const once = await ask(concept, [...pairs, DISTINCT]);
            expect(once.status).toBe(flat.status);
            if (flat.status !== 200) return;
            const ids = (rows: readonly Row[]): readonly string[] => rows.map(({ entity_type, entity_id }) => `${String(entity_type)} ${String(entity_id)}`).sort(); // prettier-ignore
            expect(ids(rowsOf(once))).toEqual([...new Set(ids(rowsOf(flat)))]);
            const again = await select(once.body.executed_query!);
            expect(sorted(rowsOf(again))).toEqual(sorted(rowsOf(once)));
          }),
          { numRuns: trials(60) },
        );
      },
      LONGEST_MS,
    );

    it('puts what reads several values into one EXISTS, and changes nothing else', async () => {
      const executed = async (...parameters: Parameters): Promise<string | undefined> =>
        (await ask('employee', [...parameters, DISTINCT])).body.executed_query;
      expect(
        await executed([
          '_where_',
          "grade > 0 AND `works_on[project].title` LIKE 'A%' AND `works_on[project]_hours` > 3",
        ]),
      ).toBe(
        // prettier-ignore
        "SELECT * FROM `dsvc`.`employee` WHERE `grade` > 0 AND EXISTS (SELECT 1 WHERE `works_on[project].title` LIKE 'A%' AND `works_on[project]_hours` > 3)",
      );
      expect(await executed(['_where_', '`works_in[department].budget` > 0'])).toBe('SELECT * FROM `dsvc`.`employee` WHERE `works_in[department].budget` > 0'); // prettier-ignore
    });

    it.each([
      ['_select_', 'employee_id,works_on[project].title'],
      ['_select_', 'manages[employee].works_in[department].budget'],
      ['_order_', '-works_on[project].title'],
      ['_order_', 'works_on[project]_hours'],
      ['_select_', 'employee_id,works_on.title'],
      ['_order_', '-manages.works_in.budget'],
    ])('rejects several values of an entity in %s', async (name, value) => {
      const { status, body } = await ask('employee', [[name, value], DISTINCT]);
      expect([status, body.data]).toEqual([400, expect.stringMatching(new RegExp(`^${name}: `))]);
      expect(body.error?.hint).toContain('nested=true');
      expect((await ask('employee', [[name, value], DISTINCT, ['nested', 'true']])).status).toBe(200);
    });

    it('rejects measures, and reports unknown names as without it', async () => {
      expect((await ask('post', [['_select_', 'measure.head_count'], DISTINCT])).body.data).toMatch(/^_distinct_: /);
      expect((await ask('employee', [['_select_', 'nothing[at].all'], DISTINCT])).body.error?.code).toBe('plan_unknown_name'); // prettier-ignore
    });

    it('returns different rows of a view without entities', async () => {
      const rows = await compare(
        'view/posts',
        [['_select_', 'active'], DISTINCT],
        'SELECT DISTINCT active FROM vsvc.posts',
      );
      expect(rows).toHaveLength(3);
      const ordered: Parameters = [['_select_', 'active,sign'], ['_order_', '-sign'], DISTINCT];
      const all = rowsOf(await ask('view/posts', ordered));
      expect(await readPages('view/posts', ordered, 1)).toHaveLength(all.length);
      expect((await ask('view/posts', [...ordered, ['_count_', 'exact']])).body.total).toBe(all.length);
      await compare(
        'view/posts',
        [DISTINCT, ['_where_', 'sign >= 0']],
        'SELECT DISTINCT * FROM vsvc.posts WHERE sign >= 0',
      );
      const refused = await ask('view/posts', [['_select_', 'active'], ['_order_', 'sign'], DISTINCT]);
      expect([refused.status, refused.body.data]).toEqual([
        400,
        expect.stringMatching(/^_order_: "sign" is not selected/),
      ]);
    });

    it('pages over different strings of a view', async () => {
      for (const order of ['name', '-name,active', '-active'] as const) {
        const parameters: Parameters = [['_order_', order], DISTINCT];
        const all = rowsOf(await ask('view/names', [...parameters, ['_count_', 'exact']]));
        expect(await compare('view/names', parameters, 'SELECT DISTINCT name, active FROM vsvc.names')).toHaveLength(5);
        for (const limit of [1, 4])
          expect(sorted(await readPages('view/names', parameters, limit))).toEqual(sorted(all));
      }
    });

    it('returns each entity of a view once', async () => {
      const once = async (...parameters: Parameters): Promise<readonly Row[]> => {
        const answer = await ask('view/tasks', [...parameters, DISTINCT, ['_count_', 'exact']]);
        const rows = rowsOf(answer);
        expect(answer.body.total).toBe(rows.length);
        expect(sorted(rowsOf(await select(answer.body.executed_query!)))).toEqual(sorted(rows));
        return rows;
      };
      const active = { active: true };
      expect(await once(['_select_', 'active'], ['_where_', 'active'])).toEqual([active, active, active]);
      expect(await once(['_select_', 'active'], ['_where_', 'active AND title IS NOT NULL'])).toEqual([active, active]);
      expect(await once(['_select_', 'active'], ['_order_', '-boss'])).toHaveLength(6);
      expect(await readPages('view/tasks', [['_select_', 'boss'], ['_order_', 'boss'], DISTINCT], 2)).toHaveLength(6);
      for (const parameters of [
        [['_select_', 'title']],
        [],
        [
          ['_select_', 'boss'],
          ['_order_', 'title'],
        ],
      ] as Parameters[])
        expect((await ask('view/tasks', [...parameters, DISTINCT])).body.error?.hint).toContain('nested=true');
      expect((await ask('view/tasks_again', [['_select_', 'boss'], DISTINCT])).status).toBe(400);
      expect(await ask('view/staff', [DISTINCT])).toMatchObject({ status: 200 });
    });
  });

  describe('aggregates', () => {
    const AGGREGATES: Readonly<Record<string, string>> = {
      'count()': 'COUNT(*)',
      'count(boss_id)': 'COUNT(boss_id)',
      'COUNT(works_on[project].title)': 'COUNT(`works_on[project].title`)',
      'sum(salary)': 'SUM(salary)',
      'avg( grade )': 'AVG(grade)',
      'min(born)': 'MIN(born)',
      'max(works_in[department].budget)': 'MAX(`works_in[department].budget`)',
      'Min(works_on[project].project_id)': 'MIN(`works_on[project].project_id`)',
      'count(works_in.code)': 'COUNT(`works_in[department].code`)',
    };
    const HAVING: readonly (readonly [column: string, having: string, sql: string])[] = [
      ['count()', '`count()` > 1', 'COUNT(*) > 1'],
      ['count()', 'count() = 1 OR COUNT(*) > 2', 'COUNT(*) = 1 OR COUNT(*) > 2'],
      ['sum(salary)', 'sum(salary) >= 3000.10 AND NOT `sum(salary)` IS NULL', 'SUM(salary) >= 3000.10'],
      ['max(works_in[department].budget)', 'MAX(`works_in[department].budget`) > 0', 'MAX(`works_in[department].budget`) > 0'],
    ]; // prettier-ignore

    it('group by the other columns, as the statement does', async () => {
      let found = 0;
      const asked = fc.record({
        keys: fc.uniqueArray(fc.constantFrom('boss_id', 'active', 'works_in[department].budget', 'entity_type'), { maxLength: 2 }), // prettier-ignore
        columns: fc.uniqueArray(fc.constantFrom(...Object.keys(AGGREGATES)), { minLength: 1, maxLength: 3 }),
        where: plainPredicate,
        having: fc.option(fc.constantFrom(...HAVING), { nil: undefined }),
        limit: fc.integer({ min: 1, max: 3 }),
      });
      await fc.assert(
        fc.asyncProperty(asked, async ({ keys, columns, where, having, limit }) => {
          const shown = [...new Set([...keys, ...columns, ...(having === undefined ? [] : [having[0]])])];
          const items = shown.map((name) => (name in AGGREGATES ? `${AGGREGATES[name]} AS \`${name}\`` : `\`${name}\``));
          const group = keys.length === 0 ? '' : ` GROUP BY ${keys.map((name) => `\`${name}\``).join(', ')}`;
          const sql = `SELECT ${items.join(', ')} FROM dsvc.employee WHERE ${where}${group}${having === undefined ? '' : ` HAVING ${having[2]}`}`;
          const parameters: Parameters = [
            ['_select_', shown.join(',')],
            ['_where_', where],
            ...(having === undefined ? [] : [['_having_', having[1]] as const]),
          ];
          const rows = await compare('employee', parameters, sql);
          if (rows === undefined) return;
          found += rows.length;
          const ordered: Parameters = [...parameters, ['_order_', `-${columns[0]}`]];
          expect((await ask('employee', [...ordered, ['_count_', 'exact']])).body.total).toBe(rows.length);
          expect(sorted(await readPages('employee', ordered, limit))).toEqual(sorted(rows));
        }),
        { numRuns: trials(80, { few: 16 }) },
      );
      expect(found).toBeGreaterThan(5);
    }, LONGEST_MS); // prettier-ignore

    it.each(["COUNT(*) = 'abc'", "'x' < SUM(grade)", "MAX(born) BETWEEN '2000-01-01' AND 'now'"])(
      'are rejected in HAVING %s, like a property in WHERE',
      async (having) => {
        const { status, body } = await select(`SELECT active FROM employee GROUP BY active HAVING ${having}`);
        expect([status, body.error?.code]).toEqual([400, 'plan_bad_value']);
        expect(rowsOf(await select("SELECT active FROM employee GROUP BY active HAVING COUNT(*) > '1' AND COUNT(*) > 1.5 AND MAX(born) > '1980-01-01'"))).toHaveLength(2); // prettier-ignore
      },
    );

    it('are columns with the names as written, by which rows are ordered', async () => {
      const answer = await ask('employee', [
        ['_select_', 'active,count()'],
        ['_order_', '-count(),active'],
      ]);
      expect(rowsOf(answer)).toEqual([{ active: true, 'count()': 3 }, { active: false, 'count()': 2 }, { active: null, 'count()': 1 }]); // prettier-ignore
      expect(answer.body.executed_query).toBe('SELECT `active`, COUNT(*) AS `count()` FROM `dsvc`.`employee` GROUP BY `active` ORDER BY `count()` IS NULL, `count()` DESC, `active` IS NULL, `active`'); // prettier-ignore
      expect(rowsOf(await ask('employee', [['_select_', 'count(),sum(grade)']]))).toEqual([{ 'count()': 6, 'sum(grade)': 32767 }]); // prettier-ignore
    });

    it('stand next to measures, which _having_ can name as well', async () => {
      const select_: readonly [string, string] = ['_select_', 'active,measure.head_count,max(grade)'];
      const sql = 'SELECT active, `measure.head_count`, MAX(grade) AS `max(grade)` FROM post GROUP BY active';
      await compare('post', [select_], sql);
      const rows = await compare('post', [select_, ['_having_', '`measure.head_count` > 1 AND active']], `${sql} HAVING \`measure.head_count\` > 1 AND active`); // prettier-ignore
      expect(rows).toHaveLength(1);
      const alone = await compare('post', [['_select_', 'active,measure.head_count'], ['_having_', 'MEASURE(head_count) = 2']], 'SELECT active, `measure.head_count` FROM post GROUP BY active HAVING `measure.head_count` = 2'); // prettier-ignore
      expect(alone).toHaveLength(1);
    });

    it('read views, whose own columns of such names come first', async () => {
      await compare('view/staff', [['_select_', 'department,count(name),avg(more)'], ['_where_', 'more > 0']], 'SELECT department, COUNT(name) AS `count(name)`, AVG(more) AS `avg(more)` FROM vsvc.staff WHERE more > 0 GROUP BY department'); // prettier-ignore
      await compare('view/totals', [['_select_', 'active,count()']], 'SELECT active, `count()` FROM vsvc.totals');
      await compare('view/totals', [['_select_', 'count(),sum(grades)']], 'SELECT `count()`, SUM(grades) AS `sum(grades)` FROM vsvc.totals GROUP BY `count()`'); // prettier-ignore
    });

    it('read masked values as masks', async () => {
      const parameters: Parameters = [['_select_', 'count(email),min(email),max(email)']];
      const [masked] = rowsOf(await ask('employee', parameters, company.reader));
      expect(masked?.['min(email)']).toBe(masked?.['max(email)']);
      expect(masked?.['min(email)']).not.toContain('@');
    });

    it.each([
      ['sum()', [], '_select_: "sum()" needs a property or a path'],
      ['count(*)', [], '_select_: "count(*)" needs a property or a path'],
      ['median(grade)', [], 'median(grade)'],
      ['count(nothing)', [], 'nothing'],
      ['count()', [['nested', 'true']], '_select_: groups cannot be nested'],
      ['count()', [['_distinct_', 'true']], '_distinct_: the rows are groups'],
      ['active', [['_having_', 'active']], '_having_: there are no groups'],
      ['count()', [['_having_', '']], '_having_: expected an expression'],
      ['count()', [['_having_', 'count() > (SELECT 1)']], '_having_: a condition cannot contain a sub-query'],
      ['count()', [['_order_', 'grade']], 'grade'],
    ] as readonly [string, Parameters, string][])('rejects %s with %j', async (columns, parameters, message) => {
      const { status, body } = await ask('employee', [['_select_', columns], ...parameters]);
      expect([status, body.data]).toEqual([400, expect.stringContaining(message)]);
    });

    it.each([
      ['count() > 1 AND grade = 1', 17, '_having_: "grade" is not a column of the answer'],
      ['count() > 1 AND sum(grade) = 1', 17, '_having_: this SUM is not a column of the answer'],
      ['count() > 1 AND count(DISTINCT active) = 1', 17, '_having_: this COUNT is not a column of the answer'],
      ['count() > 1 AND RANK() OVER (ORDER BY active) = 1', 17, '_having_: this RANK is not a column of the answer'],
      ['count() > 1 AND nothing(active)', 17, '_having_: there is no function'],
      ['count() > 1 OR', 15, '_having_: expected an expression'],
      ["active OR count() = 'abc'", 21, '_having_: the value "abc" does not fit "COUNT(...)", which is of type bigint'],
      ["count() IN (1, 'one')", 16, '_having_: the value "one" does not fit "COUNT(...)"'],
      ["max(born) > 'yesterday'", 13, '_having_: the value "yesterday" does not fit "MAX(...)", which is of type date'],
    ])('rejects _having_ %j with its place', async (having, column, message) => {
      const parameters: Parameters = [
        ['_select_', 'active,count(),max(born)'],
        ['_where_', 'grade > 0'],
        ['_having_', having],
      ];
      const { status, body } = await ask('employee', parameters);
      expect([status, body.data]).toEqual([400, expect.stringContaining(message)]);
      expect(body.error).toMatchObject({ position: { line: 1, column }, hint: expect.any(String) as unknown });
    });
  });
}

describe('on DuckDB', () => {
  suite('duckdb');
});
describeWithMariaDb('on MariaDB', () => {
  suite('mysql');
});
describeWithPostgreSql('on PostgreSQL', () => {
  suite('postgresql');
});

import { lowerFilter, parseFilter } from '../../src/compiler/filter';
import { printQuery } from '../../src/compiler/statement';
import { ServiceError } from '../../src/errors';
import { UNMASKED } from '../support/compile';
import { describeOnEachEngine, openCompany, type CompanyEngine } from '../support/company-engines';

type Operation = readonly [subject: string, operator: string, comparator: string, ids: readonly number[]];

const STRINGS: readonly Operation[] = [
  ['name', 'eq', "O'Brien", [2]],
  ['name', 'eq', 'Zoë 北京 😀', [3]],
  ['name', 'eq', '100%_sure [x]', [4]],
  ['name', 'eq', 'back\\slash "q", ^r', [5]],
  ['name', 'eq', '', []],
  ['name', 'eq', "x' OR '1'='1", []],
  ['name', 'not_eq', "O'Brien", [1, 3, 4, 5]],
  ['name', 'in', `"back\\slash ""q"", ^r", O'Brien`, [2, 5]],
  ['name', 'not_in', "O'Brien, Ada Lovelace", [3, 4, 5]],
  ['name', 'like', 'ADA%', [1]],
  ['name', 'like', '%京%', [3]],
  ['name', 'like', '_ac%', [5]],
  ['name', 'like', '_____北京 😀', []],
  ['name', 'like', '____北京 _', [3]],
  ['name', 'like', 'Ada', []],
  ['name', 'like', '%\\%\\_sure%', [4]],
  ['name', 'like', '%\\[x]', [4]],
  ['name', 'like', '%[[]x_', [4]],
  ['name', 'like', '%[x', []],
  ['name', 'like', '[a-o]%', [1, 2, 5]],
  ['name', 'like', '[^a-o]%', [3, 4]],
  ['name', 'like', '[xyz]%', [3]],
  ['name', 'like', '%[\\\\]%', [5]],
  ['name', 'like', '%\\\\s%', [5]],
  ['name', 'like', '%^r', [5]],
  ['name', 'like', '%"q"%', [5]],
  ['name', 'not_like', '%a%', [2, 3, 4]],
  ['name', 'not_like', '%[北]%', [1, 2, 4, 5]],
  ['name', 'gt', '2', [1, 2, 3, 5]],
  ['name', 'gte', '100%_sure [x]', [1, 2, 3, 4, 5]],
  ['name', 'lt', 'B', [1, 4]],
  ['name', 'lte', '2', [4]],
  ['name', 'is_null', '', [6]],
  ['name', 'not_null', '', [1, 2, 3, 4, 5]],
];

const NUMBERS: readonly Operation[] = [
  ['boss_id', 'eq', '1', [2, 3]],
  ['boss_id', 'eq', '1.0', [2, 3]],
  ['boss_id', 'not_eq', '1', [4, 5]],
  ['boss_id', 'in', '1, "2"', [2, 3, 4, 5]],
  ['boss_id', 'not_in', '2', [2, 3]],
  ['boss_id', 'like', '1%', [2, 3]],
  ['boss_id', 'not_like', '[1]', [4, 5]],
  ['boss_id', 'gt', '1', [4, 5]],
  ['boss_id', 'gte', '1', [2, 3, 4, 5]],
  ['boss_id', 'lt', '2', [2, 3]],
  ['boss_id', 'lte', '-1', []],
  ['boss_id', 'is_null', '', [1, 6]],
  ['boss_id', 'not_null', '', [2, 3, 4, 5]],
  ['grade', 'eq', '-3', [2]],
  ['grade', 'not_eq', '0', [1, 2, 5, 6]],
  ['grade', 'in', '-3,32767', [2, 5]],
  ['grade', 'gt', '0', [1, 5, 6]],
  ['grade', 'is_null', '', [3]],
  ['badge', 'eq', '9007199254740993', [1]],
  ['badge', 'eq', '9007199254740992', []],
  ['badge', 'gt', '9007199254740992', [1, 5]],
  ['badge', 'in', '9223372036854775807,-42', [2, 5]],
  ['badge', 'lt', '0', [2]],
  ['badge', 'like', '%993', [1]],
  ['salary', 'eq', '3000.1', [2, 5]],
  ['salary', 'eq', '3000.100000', [2, 5]],
  ['salary', 'not_eq', '3000.1', [1, 4, 6]],
  ['salary', 'in', '5000,-10.0', [1, 4]],
  ['salary', 'not_in', '5000,0', [2, 4, 5]],
  ['salary', 'gt', '3000.099', [1, 2, 5]],
  ['salary', 'gte', '5e3', [1]],
  ['salary', 'lte', '-10', [4]],
  ['salary', 'lt', '.5', [4, 6]],
  ['salary', 'like', '3000.[12]0', [2, 5]],
  ['yearly', 'eq', '36001.20', [2, 5]],
  ['rating', 'eq', '0.1', [6]],
  ['rating', 'eq', '1e10', [5]],
  ['rating', 'not_eq', '0', [1, 2, 5, 6]],
  ['rating', 'in', '4.5,-1.25', [1, 2]],
  ['rating', 'lt', '0', [2]],
  ['rating', 'gte', '4.5', [1, 5]],
  ['rating', 'like', '%0', [4, 5]],
  ['rating', 'is_null', '', [3]],
];

const OTHERS: readonly Operation[] = [
  ['active', 'eq', 'true', [1, 4, 6]],
  ['active', 'eq', '0', [2, 5]],
  ['active', 'not_eq', 'TRUE', [2, 5]],
  ['active', 'in', 'true,0', [1, 2, 4, 5, 6]],
  ['active', 'not_in', 'false', [1, 4, 6]],
  ['active', 'gt', 'false', [1, 4, 6]],
  ['active', 'like', '1', [1, 4, 6]],
  ['active', 'is_null', '', [3]],
  ['born', 'eq', '2000-02-29', [4]],
  ['born', 'eq', '2000-02-29 00:00:00', [4]],
  ['born', 'not_eq', '2000-02-29', [1, 2, 5, 6]],
  ['born', 'in', '1970-01-01,1990-02-28', [1, 5]],
  ['born', 'lt', '1986-01-01', [2, 5]],
  ['born', 'gte', '2000-02-29', [4, 6]],
  ['born', 'like', '%-12-31', [2]],
  ['born', 'not_null', '', [1, 2, 4, 5, 6]],
  ['hired', 'eq', '2020-01-01 08:30:00', [1]],
  ['hired', 'eq', '2020-01-01T08:30:00Z', [1]],
  ['hired', 'eq', '2020-01-01 08:30:00.5', [2]],
  ['hired', 'eq', '1999-12-31 23:59:59.999999', [4]],
  ['hired', 'eq', '2020-01-01', []],
  ['hired', 'not_eq', '2020-01-01 08:30', [2, 4, 5, 6]],
  ['hired', 'in', '2020-01-01 08:30,1970-01-01', [1, 5]],
  ['hired', 'gte', '2020-01-01', [1, 2, 6]],
  ['hired', 'lt', '2000-01-01', [4, 5]],
  ['hired', 'like', '2020-01-01%', [1, 2]],
  ['hired', 'like', '%08:30:00', [1]],
  ['hired', 'like', '%:00.500000', [2]],
  ['hired', 'is_null', '', [3]],
  ['shift', 'eq', '08:00', [1]],
  ['shift', 'eq', '16:30:15.25', [2]],
  ['shift', 'in', '08:00:00,23:59:59', [1, 5]],
  ['shift', 'not_in', '08:00', [2, 4, 5, 6]],
  ['shift', 'gt', '12:00:00', [2, 5, 6]],
  ['shift', 'lte', '08:00', [1, 4]],
  ['shift', 'like', '%:59', [5]],
  ['shift', 'like', '16:30:15.250000', [2]],
];

const SYSTEM_COLUMNS_AND_PATHS: readonly Operation[] = [
  ['entity_id', 'eq', '2', [2]],
  ['entity_id', 'eq', '02', []],
  ['entity_id', 'in', '2,3,x', [2, 3]],
  ['entity_id', 'like', '[56]', [5, 6]],
  ['entity_type', 'eq', 'employee', [1, 2, 3, 4, 5, 6]],
  ['entity_label', 'like', 'ada l%', [1]],
  ['works_in[department].budget', 'gt', '0', [1, 2]],
  ['works_in[department].budget', 'is_null', '', [5, 6]],
  ['works_in[department].code', 'eq', 'A\\B', [4]],
  ['works_in[department].entity_id', 'eq', 'NO|R\\|D', [1, 2]],
  ['works_in[department].entity_id', 'eq', 'DE|A\\\\B', [4]],
  ['works_in[department].entity_id', 'in', 'DE|OPS,NO|OPS', [3, 5]],
  ['works_in[department].entity_id', 'eq', 'DE|A\\B', []],
  ['reports_to[employee].name', 'eq', "O'Brien", [4, 5]],
  ['reports_to[employee].reports_to[employee].entity_label', 'eq', 'Ada Lovelace', [4, 5]],
  ['reports_to[well_paid].employee_id', 'not_null', '', [2, 3, 4, 5]],
  ['manages[employee].employee_id', 'in', '2,5', [1, 2]],
  ['~reports_to[employee].employee_id', 'eq', '4', [2]],
  ['works_on[project].title', 'eq', 'Äther', [1, 4]],
  ['works_on[project].title', 'not_eq', 'Äther', [1, 2]],
  ['works_on[project]_job', 'eq', 'dev', [1, 2]],
  ['works_on[project]_job', 'is_null', '', [3, 4, 5, 6]],
  ['works_on[project]_hours', 'gt', '3', [1]],
  ['works_on[project].of_department[department].founded', 'eq', '2024-02-29', [1, 4]],
  ['works_in[department].~of_department[project].title', 'like', '%[r]', [4]],
];

/** Conditions in every form that literals, operators and names have in SQL. */
const CONDITIONS: readonly (readonly [condition: string, ids: readonly number[]])[] = [
  ["name = 'O''Brien'", [2]],
  ["name = 'O\\'Brien'", [2]],
  [`name = "O'Brien"`, [2]],
  [`"name" = "O'Brien"`, [2]],
  [`\`name\` = 'O' '\\'' 'Brien'`, [2]],
  [`'back\\\\slash \\"q", ^r' = name`, [5]],
  ["name = N'Zoë 北京 😀'", [3]],
  ["name = _utf8mb4'Zoë 北京 😀'", [3]],
  ["name = x'416461204c6f76656c616365'", [1]],
  ["name <> ''", [1, 2, 3, 4, 5]],
  ["name LIKE '100\\%\\_%'", [4]],
  ["name LIKE '100|%|_%' ESCAPE '|'", [4]],
  ["CONCAT('a\\0b', name) LIKE 'A\\0B%'", [1, 2, 3, 4, 5]],
  ["name NOT LIKE '%a%'", [2, 3, 4]],
  ["name REGEXP '^[a-o]'", [1, 2, 5]],
  ["name NOT RLIKE 'a'", [2, 3, 4]],
  ["name IN ('O''Brien', NULL)", [2]],
  ["name NOT IN ('O''Brien', NULL)", []],
  ['name <=> NULL', [6]],
  ["name <=> 'O''Brien'", [2]],
  ['NOT name <=> NULL', [1, 2, 3, 4, 5]],
  ['boss_id = 1', [2, 3]],
  ["boss_id = '1'", [2, 3]],
  ['boss_id = 1.0', [2, 3]],
  ['boss_id = 0x01', [2, 3]],
  ["boss_id = b'1'", [2, 3]],
  ['boss_id != 1', [4, 5]],
  ['boss_id <> -(-1)', [4, 5]],
  ['- boss_id < -1', [4, 5]],
  ['boss_id + 1 = 2', [2, 3]],
  ['boss_id % 2 = 0', [4, 5]],
  ['employee_id BETWEEN 2 AND 3', [2, 3]],
  ['employee_id NOT BETWEEN 2 AND 5', [1, 6]],
  ['(employee_id, boss_id) = (2, 1)', [2]],
  ["(employee_id, boss_id) IN ((2, 1), ('3', 1))", [2, 3]],
  ['employee_id = boss_id + 1', [2]],
  ['badge = 9007199254740993', [1]],
  ['badge < 9007199254740993 AND badge > 0', [6]],
  ['salary = 3000.1', [2, 5]],
  ['salary >= 5.0e3', [1]],
  ['salary < .5', [4, 6]],
  ['salary IS NULL', [3]],
  ['rating = 1e10', [5]],
  ['rating * 2 > 8.9', [1, 5]],
  ['active', [1, 4, 6]],
  ['NOT active', [2, 5]],
  ['active = TRUE', [1, 4, 6]],
  ['active = 1', [1, 4, 6]],
  ['active IS TRUE', [1, 4, 6]],
  ['active IS NOT TRUE', [2, 3, 5]],
  ['active IS FALSE', [2, 5]],
  ['active IS UNKNOWN', [3]],
  ['active XOR grade > 0', [4, 5]],
  ['active AND NOT grade', [4]],
  ['grade', [1, 2, 5, 6]],
  ["born = DATE '2000-02-29'", [4]],
  ["born = '2000-02-29'", [4]],
  ["born BETWEEN '1970-01-01' AND '1985-12-31'", [2, 5]],
  ["hired >= TIMESTAMP '2020-01-01 08:30:00.5'", [2, 6]],
  ["hired = '2020-01-01 08:30:00'", [1]],
  ["shift < TIME '12:00:00'", [1, 4]],
  ['CASE boss_id WHEN 1 THEN active WHEN 2 THEN NOT active END = 0', [2, 4]],
  ["employee_id = 1 OR employee_id = 2 AND name = 'x'", [1]],
  ["(employee_id = 1 OR employee_id = 2) AND name LIKE 'o%'", [2]],
  ['`works_in[department].country` = department_country', [1, 2, 3, 4, 5]],
  ["employee.`works_in[department].code` = 'R|D'", [1, 2]],
  ["`dsvc`.`employee`.`works_on[project].title` = 'Apollo'", [1, 2]],
  ['`WORKS_ON[Project].TITLE` IS NOT NULL AND NAME IS NOT NULL AND Employee_ID <> 1', [2, 4]],
  ['employee_id IN (SELECT boss_id FROM employee)', [1, 2]],
  ['employee_id > ALL (SELECT boss_id FROM employee WHERE boss_id IS NOT NULL)', [3, 4, 5, 6]],
  ['employee_id = ANY (SELECT contractor_id FROM contractor)', [1, 2]],
];

describeOnEachEngine((company) => {
  const rowsOf = async (sql: string) => (await company().ask(sql)).rows;
  const byUrl = (target: string, url: string) => company().ask(statementOf(target, url));

  it.each([...STRINGS, ...NUMBERS, ...OTHERS, ...SYSTEM_COLUMNS_AND_PATHS])(
    'filters %s %s %s',
    async (subject, operator, comparator, ids) => {
      const url = new URLSearchParams({ _subj_: subject, _op_: operator, _comp_: comparator, _select_: 'employee_id', _order_: 'employee_id' }); // prettier-ignore
      const { rows } = await byUrl('dsvc.employee', url.toString());
      expect([...new Set(rows.map(([id]) => id))]).toEqual(ids);
    },
  );

  it.each(CONDITIONS)('selects where %s', async (condition, ids) => {
    const answer = rowsOf(`SELECT DISTINCT employee_id FROM employee WHERE ${condition} ORDER BY employee_id`);
    if (company().dialect === 'postgresql' && condition.includes('\\0'))
      await expect(answer).rejects.toMatchObject({ code: 'plan_unsupported' });
    else expect(await answer).toEqual(ids.map((id) => [id]));
  });

  it.each([
    ['_subj_=employee_id&_op_=eq&_comp_=1&_conj_=or&_subj1_=boss_id&_op1_=eq&_comp1_=2&_conj1_=and&_subj2_=active&_op2_=eq&_comp2_=1', [1, 4]], // prettier-ignore
    ['_subj_=boss_id&_op_=eq&_comp_=2&_conj_=and&_subj1_=active&_op1_=eq&_comp1_=1&_conj1_=or&_subj2_=employee_id&_op2_=eq&_comp2_=1', [1, 4]], // prettier-ignore
    ['_subj3_=boss_id&_op3_=not_null&_subj7_=salary&_op7_=lt&_comp7_=4000', [2, 4, 5]],
    ['_subj_=name&_op_=is_null&_conj_=OR&_subj1_=works_in[department].code&_op1_=EQ&_comp1_=OPS&_conj1_=Or&_subj2_=employee_id&_op2_=eq&_comp2_=4', [3, 4, 5, 6]], // prettier-ignore
  ])('combines groups as in %s', async (url, ids) => {
    const { rows } = await byUrl('dsvc.employee', `${url}&_select_=employee_id&_order_=employee_id`);
    expect(rows).toEqual(ids.map((id) => [id]));
  });

  describe('orders', () => {
    it.each([
      ['salary,employee_id', [4, 6, 2, 5, 1, 3]],
      ['-salary,-employee_id', [1, 5, 2, 6, 4, 3]],
      ['works_in[department].founded,-employee_id', [2, 1, 5, 4, 6, 3]],
      ['-hired', [6, 2, 1, 4, 5, 3]],
    ])('by %s with nulls last', async (order, ids) => {
      const { rows } = await byUrl('dsvc.employee', `_select_=employee_id&_order_=${order}`);
      expect(rows).toEqual(ids.map((id) => [id]));
    });

    it.each([
      ['_limit_=2', [1, 2]],
      ['_limit_=2&_offset_=3', [4, 5]],
      ['_offset_=4', [5, 6]],
      ['_limit_=0', []],
      ['_limit_=10&_offset_=10', []],
    ])('and pages with %s', async (page, ids) => {
      const { rows } = await byUrl('dsvc.employee', `_select_=employee_id&_order_=employee_id&${page}`);
      expect(rows).toEqual(ids.map((id) => [id]));
    });
  });

  describe('SELECT * of', () => {
    const OWN = ['employee_id', 'boss_id', 'department_country', 'department_code', 'salary', 'born', 'hired', 'active', 'rating', 'badge', 'grade', 'shift', 'yearly']; // prettier-ignore
    const SYSTEM = ['entity_id', 'entity_type', 'entity_label'];
    const ADA = [1, null, 'NO', 'R|D', '5000.00', '1990-02-28', '2020-01-01 08:30:00', true, 4.5, '9007199254740993', 1, '08:00:00', '60000.00']; // prettier-ignore

    it.each(['svc', 'esvc', 'dsvc'])('a concept in %s', async (schema) => {
      const { columns, rows } = await company().ask(`SELECT * FROM ${schema}.employee ORDER BY employee_id`);
      expect(columns).toEqual([...SYSTEM, ...OWN, 'name', 'email']);
      expect(rows).toHaveLength(6);
      expect(rows[0]).toEqual(['1', 'employee', 'Ada Lovelace', ...ADA, 'Ada Lovelace', 'XXXXXXXXX']);
      expect(rows[2]).toEqual(['3', 'employee', 'Zoë 北京 😀', 3, 1, 'NO', 'OPS', ...new Array<null>(9).fill(null), 'Zoë 北京 😀', null]); // prettier-ignore
      expect(rows[3]?.slice(7)).toEqual(['-10.00', '2000-02-29', '1999-12-31 23:59:59.999999', true, 0, 0, 0, '00:00:00', '-120.00', '100%_sure [x]', 'XXXXXXXXX']); // prettier-ignore
      expect(rows[4]?.slice(9)).toEqual(['1970-01-01 00:00:00', false, 1e10, '9223372036854775807', 32767, '23:59:59', '36001.20', 'back\\slash "q", ^r', 'XXXXXXXXX']); // prettier-ignore
    });

    it('a parent in svc', async () => {
      const { columns, rows } = await company().ask('SELECT * FROM svc.person ORDER BY entity_type, entity_id');
      expect(columns).toEqual([...SYSTEM, 'name', 'email']);
      expect(rows).toEqual([
        ['1', 'contractor', 'Ada Lovelace', 'Ada Lovelace', null],
        ['2', 'contractor', 'Kai', 'Kai', null],
        ['7', 'contractor', 'A|B', 'A|B', null],
        ['1', 'employee', 'Ada Lovelace', 'Ada Lovelace', 'XXXXXXXXX'],
        ['2', 'employee', "O'Brien", "O'Brien", 'XXXXXXXXX'],
        ['3', 'employee', 'Zoë 北京 😀', 'Zoë 北京 😀', null],
        ['4', 'employee', '100%_sure [x]', '100%_sure [x]', 'XXXXXXXXX'],
        ['5', 'employee', 'back\\slash "q", ^r', 'back\\slash "q", ^r', 'XXXXXXXXX'],
        ['6', 'employee', null, null, null],
      ]);
    });

    it.each(['esvc', 'dsvc'])('a parent in %s, with columns that only its children have', async (schema) => {
      const { columns, rows } = await company().ask(`SELECT * FROM ${schema}.person WHERE entity_id = '1' ORDER BY entity_type`); // prettier-ignore
      expect(columns).toEqual([...SYSTEM, 'name', 'email', ...OWN, 'contractor_id', 'rate']);
      expect(rows).toEqual([
        ['1', 'contractor', 'Ada Lovelace', 'Ada Lovelace', null, ...OWN.map(() => null), 1, '99.9'],
        ['1', 'employee', 'Ada Lovelace', 'Ada Lovelace', 'XXXXXXXXX', ...ADA, null, null],
      ]);
    });

    it('a concept with a key of two columns, its escapes and a label that may be NULL', async () => {
      const { columns, rows } = await company().ask('SELECT * FROM dsvc.department ORDER BY country, code');
      expect(columns).toEqual([...SYSTEM, 'country', 'code', 'department_name', 'budget', 'founded']);
      expect(rows).toEqual([
        ['DE|A\\\\B', 'department', 'Abteilung', 'DE', 'A\\B', 'Abteilung', '-500.25', '2024-02-29'],
        ['DE|OPS', 'department', null, 'DE', 'OPS', null, null, '2000-01-01'],
        ['NO|OPS', 'department', 'Operations', 'NO', 'OPS', 'Operations', '0.00', null],
        ['NO|R\\|D', 'department', 'Research', 'NO', 'R|D', 'Research', '1000000.50', '1999-12-31'],
        ['S\\|E|\\\\\\|', 'department', 'Ånd', 'S|E', '\\|', 'Ånd', '7.00', '2001-05-05'],
      ]);
    });

    it('a concept with a label of two columns', async () => {
      const { rows } = await company().ask('SELECT entity_label FROM project ORDER BY project_id');
      expect(rows).toEqual([['10 Apollo'], ['20 Äther'], ['30']]);
    });

    it('a concept and the paths that WHERE and ORDER BY use, by first use', async () => {
      const { columns, rows } = await company().ask(
        "SELECT * FROM project WHERE `~works_on[employee].name` = 'Ada Lovelace' AND `staffed_by[employee]_job` IS NOT NULL ORDER BY `of_department[department].founded`, project_id",
      );
      expect(columns).toEqual([...SYSTEM, 'project_id', 'title', 'country', 'led_in', '~works_on[employee].name', 'staffed_by[employee]_job', 'of_department[department].founded']); // prettier-ignore
      expect(rows).toEqual([
        ['10', 'project', '10 Apollo', 10, 'Apollo', 'NO', 'R|D', 'Ada Lovelace', 'lead', '1999-12-31'],
        ['20', 'project', '20 Äther', 20, 'Äther', 'DE', 'A\\B', 'Ada Lovelace', 'dev', '2024-02-29'],
      ]);
    });

    it('a view', async () => {
      const { columns, rows } = await company().ask('SELECT * FROM vsvc.staff WHERE more > 0 ORDER BY entity_id');
      expect(columns).toEqual(['entity_id', 'name', 'department', 'more', 'active', 'born']);
      expect(rows).toEqual([
        ['1', 'Ada Lovelace', 'Research', '5001.00', true, '1990-02-28'],
        ['2', "O'Brien", 'Research', '3001.10', false, '1985-12-31'],
        ['5', 'back\\slash "q", ^r', null, '3001.10', false, '1970-01-01'],
      ]);
    });

    it('thing: every entity', async () => {
      const { rows } = await company().ask(
        'SELECT entity_type, COUNT(*) FROM thing GROUP BY entity_type ORDER BY entity_type',
      );
      expect(rows).toEqual([['contractor', 3], ['department', 5], ['employee', 6], ['project', 3]]); // prettier-ignore
    });
  });

  it.each([
    ['well_paid', [1, 2, 5]],
    ['busy', [1, 4]],
    ['busy_and_well_paid', [1]],
  ])('the logic concept %s', async (concept, ids) => {
    const { rows } = await company().ask(`SELECT employee_id, entity_type FROM ${concept} ORDER BY employee_id`);
    expect(rows).toEqual(ids.map((id) => [id, 'employee']));
  });

  it('a masked column, whose filters, orders and groups reveal nothing without UNMASK', async () => {
    const probe = "SELECT employee_id FROM employee WHERE email LIKE '%x.org' OR email = 'ada@x.org'";
    expect(await rowsOf(probe)).toEqual([]);
    expect(await rowsOf('SELECT email, COUNT(*) FROM employee GROUP BY email ORDER BY email DESC')).toEqual([['XXXXXXXXX', 4], [null, 2]]); // prettier-ignore
    const { rows } = await company().ask(probe, { caller: UNMASKED });
    expect(rows).toHaveLength(3);
  });

  it('paths next to each other, which multiply, and those of one prefix, which share a join', async () => {
    const rows = await rowsOf(
      'SELECT employee_id, `works_on[project].project_id`, `works_on[project]_hours`, `manages[employee].employee_id` FROM employee WHERE employee_id IN (1, 4) ORDER BY 1, 2, 4',
    );
    expect(rows).toEqual([
      [1, 10, '10.5', 2],
      [1, 10, '10.5', 3],
      [1, 20, '0.0', 2],
      [1, 20, '0.0', 3],
      [4, 20, null, null],
    ]);
  });
});

describe('rejects', () => {
  let company: CompanyEngine;
  beforeAll(async () => {
    company = await openCompany('duckdb');
  });
  afterAll(() => company.close());
  const refusal = async (sql: string) => {
    const error = await company.ask(sql).then(() => undefined, (reason: unknown) => reason); // prettier-ignore
    if (!(error instanceof ServiceError)) throw new Error(`not refused: ${sql}`);
    return { code: error.code, ...error.details };
  };

  it.each([
    ['employee_id', 'abc'],
    ['employee_id', '1.5'],
    ['employee_id', ''],
    ['employee_id', '2147483648'],
    ['grade', '32768'],
    ['grade', '-32769'],
    ['badge', '9223372036854775808'],
    ['salary', '1,5'],
    ['salary', 'NaN'],
    ['rating', '1e999'],
    ['active', 'yes'],
    ['born', '2001-02-29'],
    ['born', '29.02.2000'],
    ['born', '2000-02-29 10:00:00'],
    ['hired', '2020-01-01 24:00:00'],
    ['hired', 'now'],
    ['shift', '25'],
    ['works_in[department].budget', 'x'],
  ])('%s = "%s": the value does not fit', async (subject, value) => {
    for (const condition of [`= '${value}'`, `<> '${value}'`, `IN ('${value}')`, `BETWEEN '${value}' AND '${value}'`]) {
      expect(await refusal(`SELECT 1 FROM employee WHERE \`${subject}\` ${condition}`)).toMatchObject({ code: 'plan_bad_value' }); // prettier-ignore
    }
  });

  it.each([
    ['SELECT nmae FROM employee', 'plan_unknown_name', 'did you mean "name"?', 7],
    ['SELECT name FROM employe', 'plan_unknown_table', 'did you mean "employee"?', 17],
    ['SELECT name FROM dsvk.employee', 'plan_unknown_table', 'did you mean "dsvc"?', 17],
    ['SELECT * FROM vsvc.stuff', 'plan_unknown_table', 'did you mean "staff"?', 14],
    ['SELECT `work_in[department].code` FROM employee', 'plan_unknown_name', 'did you mean "works_in[department]"?', 7],
    ['SELECT `works_in[departmnt].code` FROM employee', 'plan_unknown_name', 'did you mean "department"?', 7],
    ['SELECT `works_in[project].title` FROM employee', 'plan_unknown_name', 'write "works_in[department]"', 7],
    ['SELECT `works_in[department].cod` FROM employee', 'plan_unknown_name', 'did you mean "code"?', 7],
    ['SELECT `works_on[project]_hour` FROM employee', 'plan_unknown_name', 'did you mean "hours"?', 7],
    [
      'SELECT 1 FROM employee WHERE `works_in[department].employs[employee].agd` = 1',
      'plan_unknown_name',
      undefined,
      29,
    ],
    ['SELECT `works_in[department].code` FROM svc.employee', 'plan_unknown_name', undefined, 7],
    ['SELECT id FROM employee', 'plan_unknown_name', undefined, 7],
    ['SELECT x.name FROM employee e', 'plan_unknown_name', undefined, 7],
    ['SELECT name FROM employee a JOIN employee b ON a.boss_id = b.employee_id', 'plan_ambiguous_name', 'prefix it with the name or alias of its table', 7], // prettier-ignore
    ['SELECT SLEEP(1) FROM employee', 'plan_invalid', undefined, 7],
    ['SELECT 1 FROM employee WHERE born = 2000-02-29', 'plan_bad_value', 'write a date in quotes', 36],
    ['SELECT 1 FROM employee WHERE -2000/02/29 < hired', 'plan_bad_value', 'write a timestamp in quotes', 30],
    ["SELECT 1 FROM employee WHERE YEAR(born) = DATE 'abc'", 'plan_bad_value', 'a date is written YYYY-MM-DD', 42],
    ['SELECT 1 FROM employee WHERE born BETWEEN 2000-01-01 AND CURRENT_DATE', 'plan_bad_value', undefined, 42],
    ['SELECT * FROM information_schema.tables', 'plan_unknown_table', undefined, 14],
  ])('%s', async (sql, code, hint, offset) => {
    const found = await refusal(sql);
    expect(found).toMatchObject({ code, offset });
    if (hint !== undefined) expect(found).toMatchObject({ hint });
  });
});

function statementOf(target: string, url: string): string {
  const [schema = '', table = ''] = target.split('.');
  return printQuery(lowerFilter({ schema, table }, parseFilter([...new URLSearchParams(url)])));
}

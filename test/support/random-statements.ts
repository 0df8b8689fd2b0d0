import fc from 'fast-check';
import { lowerFilter, parseFilter } from '../../src/compiler/filter';

/** Values of each subject with the same meaning under every collation: letters with accents are never compared by case or order. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  employee_id: ['1', '2', '4', '6', '-1', '2147483647'],
  boss_id: ['1', '2', '3', '0'],
  grade: ['-3', '0', '1', '32767'],
  badge: ['9007199254740993', '-42', '0', '9223372036854775807'],
  salary: ['3000.1', '5000', '-10.00', '0', '.5', '1e3'],
  rating: ['4.5', '-1.25', '0', '1e10', '0.1'],
  active: ['true', 'false', '1', '0'],
  born: ['2000-02-29', '1970-01-01', '1985-12-31'],
  hired: ['2020-01-01 08:30:00', '2020-01-01 08:30:00.5', '1999-12-31 23:59:59.999999', '2024-02-29'],
  shift: ['08:00', '16:30:15.25', '23:59:59'],
  'works_in[department].budget': ['0', '-500.25', '1000000.50'],
  'works_in[department].founded': ['1999-12-31', '2024-02-29'],
  'reports_to[employee].salary': ['5000', '3000.10'],
  'reports_to[well_paid].grade': ['1', '-3'],
  'manages[employee].employee_id': ['2', '3', '5'],
  'works_on[project].project_id': ['10', '20', '30'],
  'works_on[project].of_department[department].budget': ['0', '1000000.50'],
  'works_in[department].employs[employee].rating': ['4.5', '0'],
};
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  name: ["O'Brien", '100%_sure [x]', 'back\\slash "q", ^r', 'nobody', ''],
  entity_id: ['1', '2', '02', 'x'],
  'works_in[department].code': ['R|D', 'A\\B', 'OPS'],
  'works_in[department].entity_id': ['NO|R\\|D', 'DE|A\\\\B', 'DE|OPS', 'DE|A\\B'],
  'reports_to[employee].name': ["O'Brien", 'nobody'],
  'works_on[project]_job': ['lead', 'dev', 'ghost'],
};
const SUBJECTS = [...Object.keys(VALUES), ...Object.keys(TEXTS)];

const subject = fc.constantFrom(...SUBJECTS);
const orderable = fc.constantFrom(...Object.keys(VALUES));
const valuesOf = (name: string): readonly string[] => VALUES[name] ?? TEXTS[name] ?? [];
const pattern = fc
  .array(fc.constantFrom('%', '_', '[b-d]', '[^0-4]', '\\%', '[', ']', 'r', 'L', '0', '.', ' ', '-'), { maxLength: 5 })
  .map((parts) => parts.join(''));
const listed = (values: readonly string[]): string =>
  values.map((value) => `"${value.replaceAll('"', '""')}"`).join(',');

type Condition = readonly [subject: string, operator: string, comparator: string];

const condition: fc.Arbitrary<Condition> = fc.oneof(
  subject.chain((name) =>
    fc.tuple(fc.constant(name), fc.constantFrom('eq', 'not_eq'), fc.constantFrom(...valuesOf(name))),
  ),
  orderable.chain((name) =>
    fc.tuple(fc.constant(name), fc.constantFrom('gt', 'gte', 'lt', 'lte'), fc.constantFrom(...valuesOf(name))),
  ),
  subject.chain((name) =>
    fc.tuple(
      fc.constant(name),
      fc.constantFrom('in', 'not_in'),
      fc.uniqueArray(fc.constantFrom(...valuesOf(name)), { minLength: 1 }).map(listed),
    ),
  ),
  fc.tuple(subject, fc.constantFrom('is_null', 'not_null'), fc.constant('')),
  fc.tuple(fc.constantFrom('name', 'salary', 'born', 'hired', 'entity_id', 'boss_id'), fc.constantFrom('like', 'not_like'), pattern), // prettier-ignore
);

/** The conditions, selection and concept of a request for a concept. */
export const filter = fc.record({
  conditions: fc.array(fc.tuple(condition, fc.constantFrom('and', 'or')), { maxLength: 4 }),
  select: fc.option(fc.uniqueArray(subject, { minLength: 1, maxLength: 4 }), { nil: undefined }),
  concept: fc.constantFrom('employee', 'employee', 'well_paid', 'busy', 'busy_and_well_paid', 'person'),
});

type Filter = typeof filter extends fc.Arbitrary<infer T> ? T : never;

/** Returns the parameters of a filter in its URL. */
export function pairsOf({ conditions, select }: Filter): readonly [string, string][] {
  const groups = conditions.flatMap(([[name, operator, comparator], conjunction], index): [string, string][] => [
    [`_subj${index}_`, name],
    [`_op${index}_`, operator],
    ...(operator.endsWith('null') ? [] : [[`_comp${index}_`, comparator] as [string, string]]),
    [`_conj${index}_`, conjunction],
  ]);
  const columns: [string, string][] = select === undefined ? [] : [['_select_', select.join(',')]];
  return [...groups, ...columns];
}

/** Converts a filter to a statement. */
export function lower(asked: Filter) {
  return lowerFilter({ schema: 'dsvc', table: asked.concept }, parseFilter(pairsOf(asked)));
}

const name = subject.map((text) => `\`${text}\``);
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const number = fc.constantFrom('employee_id', 'boss_id', 'grade', 'salary', 'salary * 2', 'boss_id + grade', '-grade', 'IFNULL(boss_id, 0)', 'YEAR(born)', 'DATEDIFF(hired, born)', 'CHAR_LENGTH(name)', '`works_in[department].budget` - salary', 'CASE WHEN active THEN salary ELSE boss_id END', '(SELECT COUNT(*) FROM contractor WHERE contractor_id <= employee_id)', '(SELECT MAX(e.salary) FROM employee e WHERE e.boss_id = employee.employee_id)'); // prettier-ignore
const literal = fc.constantFrom('0', '1', '2', '-3', '3000', 'NULL');

/** A condition over employees, in SQL. */
export const { expression: predicate } = fc.letrec<{ expression: string; leaf: string }>((tie) => ({
  leaf: fc.oneof(
    subject.chain((text) => fc.tuple(fc.constant(`\`${text}\``), fc.constantFrom('=', '<>', '<=>'), fc.constantFrom(...valuesOf(text)).map(quoted)).map((parts) => parts.join(' '))), // prettier-ignore
    fc.tuple(number, fc.constantFrom('=', '<>', '<', '<=', '>', '>=', '<=>'), fc.oneof(number, literal)).map((parts) => parts.join(' ')), // prettier-ignore
    fc.tuple(number, literal, literal).map(([value, low, high]) => `${value} BETWEEN ${low} AND ${high}`),
    fc.tuple(number, fc.constantFrom('IN', 'NOT IN'), fc.array(literal, { minLength: 1, maxLength: 3 })).map(([value, word, list]) => `${value} ${word} (${list.join(', ')})`), // prettier-ignore
    fc.tuple(name, fc.constantFrom('IS NULL', 'IS NOT NULL')).map((parts) => parts.join(' ')),
    fc.constantFrom('active', 'active IS NOT TRUE', 'grade', '(employee_id, boss_id) IN ((2, 1), (3, 1))', '(boss_id, grade) <> (1, -3)', 'EXISTS (SELECT 1 FROM contractor WHERE contractor_id = employee_id)', 'employee_id IN (SELECT boss_id FROM employee)', 'employee_id NOT IN (SELECT `reports_to[employee].employee_id` FROM employee)', "EXISTS (SELECT 1 FROM project p WHERE p.`staffed_by[employee].employee_id` = employee.employee_id AND p.title LIKE '%o')"), // prettier-ignore
  ),
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    tie('expression').map((inner) => `NOT (${inner})`),
    fc.tuple(tie('expression'), fc.constantFrom('AND', 'OR', 'XOR'), tie('expression')).map(([left, word, right]) => `(${left}) ${word} (${right})`), // prettier-ignore
  ),
}));

/** A condition over employees without sub-queries. */
export const plainPredicate = predicate.filter((text) => !text.includes('SELECT'));

const aggregate = fc.constantFrom('COUNT(*)', 'COUNT(DISTINCT boss_id)', 'SUM(salary)', 'MIN(born)', 'MAX(hired)', 'AVG(salary)', 'SUM(grade) + 1', 'MAX(`works_in[department].budget`)', 'COUNT(`works_on[project].project_id`)', 'SUM(CASE WHEN active THEN 1 ELSE 0 END)', 'GROUP_CONCAT(DISTINCT employee_id ORDER BY employee_id)'); // prettier-ignore
const key = fc.constantFrom('boss_id', 'active', 'grade > 0', '`works_in[department].budget`', 'YEAR(hired)', '`works_on[project].project_id`', 'entity_type'); // prettier-ignore

/** A SELECT over the company. */
export const statement = fc.oneof(
  fc.tuple(fc.constantFrom('', 'DISTINCT '), fc.array(fc.oneof(name, number, predicate), { minLength: 1, maxLength: 4 }), predicate).map(([distinct, items, where]) => `SELECT ${distinct}${items.join(', ')} FROM employee WHERE ${where}`), // prettier-ignore
  fc.tuple(fc.uniqueArray(key, { minLength: 1, maxLength: 2 }), fc.array(aggregate, { minLength: 1, maxLength: 3 }), predicate).map(([keys, items, where]) => `SELECT ${[...keys, ...items].join(', ')} FROM employee WHERE ${where} GROUP BY ${keys.join(', ')}`), // prettier-ignore
  fc.tuple(number, predicate, number, predicate, fc.constantFrom('UNION', 'UNION ALL')).map(([left, where, right, other, word]) => `SELECT ${left} FROM employee WHERE ${where} ${word} SELECT ${right} FROM employee WHERE ${other}`), // prettier-ignore
  fc.tuple(number, predicate).map(([value, where]) => `SELECT d.v, COUNT(*) FROM (SELECT ${value} AS v FROM employee WHERE ${where}) d GROUP BY d.v`), // prettier-ignore
  fc.tuple(number, predicate).map(([value, where]) => `SELECT e.employee_id, c.rate, t.v FROM employee e LEFT JOIN contractor c ON c.contractor_id = e.employee_id LEFT JOIN (SELECT employee_id AS i, ${value} AS v FROM employee WHERE ${where}) t ON t.i = e.boss_id`), // prettier-ignore
);

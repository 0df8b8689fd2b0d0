import { ALL_EVENTS, EVENTS } from './staff';

/** A request to the service; with a body it is a POST. */
export interface Asked {
  readonly address: string;
  readonly body?: string;
}

/** A hand-written prepared statement for the same response. */
export interface ByHand {
  readonly sql: string;
  /** Returns the parameters of the request with this number. */
  readonly values: (index: number) => readonly (string | number)[];
  /** Columns that become arrays: rows with the same value in the first column, which orders them, become one object. */
  readonly nested?: readonly string[];
}

/** One row of the table: the same response requested from the service and from a bare server. */
export interface Workload {
  readonly id: string;
  readonly title: string;
  readonly connections: number;
  readonly ours: (index: number) => Asked;
  readonly bare: ByHand;
}

const COLUMNS = 'emp_no,first_name,last_name,gender,birth_date,hire_date,email,city';
const PATHS = 'emp_no,last_name,works_in[department].dept_name,has_title[title].title';
const DAY = '2020-01-01';
const JOINED = `SELECT e.emp_no, e.last_name, d.dept_name, t.title FROM employees e LEFT JOIN dept_emp w ON w.emp_no = e.emp_no
  LEFT JOIN departments d ON d.dept_no = w.dept_no LEFT JOIN titles t ON t.emp_no = e.emp_no WHERE e.city = ? AND e.last_name < 'E'`;

/** Returns one of a thousand cities of employees. */
function cityOf(index: number): string {
  const n = index % 991;
  const word = [n % 26, Math.floor(n / 26) % 26].map((place) => String.fromCharCode(97 + place)).join('');
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}ton ${n}`;
}

function filter(...groups: readonly (readonly [subject: string, operator: string, value: string | number])[]): string {
  return groups
    .map(([subject, operator, value], place) => {
      const number = place === 0 ? '' : place;
      return `_subj${number}_=${subject}&_op${number}_=${operator}&_comp${number}_=${encodeURIComponent(value)}`;
    })
    .join('&');
}

const concept = (name: string, ...parts: readonly string[]): Asked => ({
  address: `q/staff/concept/${name}?${parts.join('&')}`,
});
const select = (query: string): Asked => ({
  address: 'query/',
  body: JSON.stringify({ ontology_name: 'staff', query }),
});

/** Returns the workloads over data of this many employees. */
export function workloadsOf(employees: number): readonly Workload[] {
  const some = Math.min(10_000, employees / 2);
  const numberOf = (index: number): number => ((index * 7919) % employees) + 1;
  const from = (index: number): number => (index * 611) % (employees - some);
  return [
    {
      id: 'a',
      title: 'one employee by key',
      connections: 32,
      ours: (index) => concept('employee', `_select_=${COLUMNS}`, filter(['emp_no', 'eq', numberOf(index)])),
      bare: {
        sql: `SELECT ${COLUMNS} FROM employees WHERE emp_no = ?`,
        values: (index) => [numberOf(index)],
      },
    },
    {
      id: 'b',
      title: 'a city, half of the alphabet: 150 rows of 8 columns',
      connections: 32,
      ours: (index) =>
        concept('employee', `_select_=${COLUMNS}`, filter(['city', 'eq', cityOf(index)], ['last_name', 'lt', 'N'])),
      bare: {
        sql: `SELECT ${COLUMNS} FROM employees WHERE city = ? AND last_name < 'N'`,
        values: (index) => [cityOf(index)],
      },
    },
    {
      id: 'c',
      title: `${some} rows of 8 columns`,
      connections: 4,
      ours: (index) =>
        concept(
          'employee',
          `_select_=${COLUMNS}`,
          filter(['emp_no', 'gt', from(index)], ['emp_no', 'lte', from(index) + some]),
        ),
      bare: {
        sql: `SELECT ${COLUMNS} FROM employees WHERE emp_no > ? AND emp_no <= ?`,
        values: (index) => [from(index), from(index) + some],
      },
    },
    {
      id: 'd',
      title: `export of ${employees} rows`,
      connections: 1,
      ours: () => concept('employee', `_select_=${COLUMNS}`),
      bare: { sql: `SELECT ${COLUMNS} FROM employees`, values: () => [] },
    },
    {
      id: 'e',
      title: 'departments and titles of people of a city, flat',
      connections: 16,
      ours: (index) =>
        concept('employee', `_select_=${PATHS}`, filter(['city', 'eq', cityOf(index)], ['last_name', 'lt', 'E'])),
      bare: { sql: JOINED, values: (index) => [cityOf(index)] },
    },
    {
      id: 'e nested',
      title: 'the same, nested',
      connections: 1,
      ours: (index) =>
        concept(
          'employee',
          `_select_=${PATHS}`,
          'nested=true',
          filter(['city', 'eq', cityOf(index)], ['last_name', 'lt', 'E']),
        ),
      bare: {
        sql: `${JOINED} ORDER BY e.emp_no`,
        values: (index) => [cityOf(index)],
        nested: ['dept_name', 'title'],
      },
    },
    ...parentWorkloads(numberOf),
  ];
}

function parentWorkloads(numberOf: (index: number) => number): readonly Workload[] {
  const firstOfEach = EVENTS.map(
    (event) => `(SELECT id, day, hours, '${event}' AS kind FROM ${event}s ORDER BY day DESC, id LIMIT 20)`,
  );
  const ofOne = EVENTS.map((event) => `SELECT id, day, hours, '${event}' AS kind FROM ${event}s WHERE emp_no = ?`);
  const counts = EVENTS.map((event) => `(SELECT COUNT(*) FROM ${event}s)`);
  return [
    {
      id: 'f page',
      title: 'page of 20 of a parent of 8 tables',
      connections: 8,
      ours: () => concept('event', '_select_=id,day,hours,entity_type', '_order_=-day,id', '_limit_=20'),
      bare: { sql: `${firstOfEach.join(' UNION ALL ')} ORDER BY day DESC, id LIMIT 20`, values: () => [] },
    },
    {
      id: 'f filter',
      title: 'the events of one employee',
      connections: 8,
      ours: (index) => concept('event', '_select_=id,day,hours,entity_type', filter(['emp_no', 'eq', numberOf(index)])),
      bare: {
        sql: ofOne.join(' UNION ALL '),
        values: (index) => EVENTS.map(() => numberOf(index)),
      },
    },
    {
      id: 'f count',
      title: 'count of all events',
      connections: 8,
      ours: () => select('SELECT COUNT(*) AS `n` FROM dsvc.event'),
      bare: { sql: `SELECT ${counts.join(' + ')} AS n`, values: () => [] },
    },
    {
      id: 'f group',
      title: 'hours by gender, a measure over a path',
      connections: 8,
      ours: () =>
        select(
          `SELECT \`of_person[employee].gender\`, \`measure.hours_in_all\` FROM dsvc.event WHERE day >= '${DAY}' GROUP BY \`of_person[employee].gender\``,
        ),
      bare: {
        sql: `SELECT e.gender, SUM(v.hours) AS hours FROM (${ALL_EVENTS}) v LEFT JOIN employees e ON e.emp_no = v.emp_no WHERE v.day >= '${DAY}' GROUP BY e.gender`,
        values: () => [],
      },
    },
  ];
}

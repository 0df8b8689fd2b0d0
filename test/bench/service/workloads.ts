import { metadataWorkloads } from './metadata-workloads';
import { parentWorkloads } from './parent-workloads';
import { cityAndBoundOf, COLUMNS, concept, filter, JOINED, PATHS, VARIETY } from './requests';
import { shapeWorkloads } from './shape-workloads';
import { type Workload } from './workload';

/** Returns the workloads over data of this many employees, `a` to `h`; exports (`d`) are in `exports.ts`. */
export function workloadsOf(employees: number): readonly Workload[] {
  const numberOf = (index: number): number => index + 1;
  const [one, some] = [byKey(employees, numberOf), byCity()];
  return [
    one,
    { ...one, id: 'a zipf', title: 'the same by Zipf’s law, exponent 1', draw: 'zipf' },
    ...shapeWorkloads(employees, 'a'),
    keptWorkload(one, numberOf),
    some,
    { ...some, id: 'b zipf', title: 'the same by Zipf’s law, exponent 1', draw: 'zipf' },
    range(employees),
    ...careers(),
    ...shapeWorkloads(employees, 'e'),
    ...parentWorkloads(employees, numberOf),
    ...metadataWorkloads(),
  ];
}

function byKey(employees: number, numberOf: (index: number) => number): Workload {
  return {
    id: 'a',
    title: 'one employee by key',
    connections: 32,
    variety: employees,
    draw: 'uniform',
    ours: (index) => concept('employee', `_select_=${COLUMNS}`, filter(['emp_no', 'eq', numberOf(index)])),
    bare: { sql: `SELECT ${COLUMNS} FROM employees WHERE emp_no = ?`, values: (index) => [numberOf(index)] },
    peer: 'one',
  };
}

/** The answers are fewer than those that the service can keep, and each of them is requested before the first round. */
function keptWorkload(one: Workload, numberOf: (index: number) => number): Workload {
  return {
    ...one,
    id: 'a kept',
    title: 'the same, kept by the service (result_ttl)',
    variety: Math.min(one.variety, 20_000),
    draw: 'each',
    ours: (index) => ({ path: concept('employee', `_select_=${COLUMNS}`, filter(['emp_no', 'eq', numberOf(index)])).path.replace('/staff/', '/kept/') }), // prettier-ignore
    peer: 'kept',
    isKept: true,
  };
}

function byCity(): Workload {
  return {
    id: 'b',
    title: 'people of a city, by their names: 100 rows of 8 columns',
    connections: 32,
    variety: VARIETY,
    draw: 'uniform',
    ours: (index) => {
      const [city, bound] = cityAndBoundOf(index, 'F');
      return concept('employee', `_select_=${COLUMNS}`, filter(['city', 'eq', city], ['last_name', 'lt', bound]));
    },
    bare: {
      sql: `SELECT ${COLUMNS} FROM employees WHERE city = ? AND last_name < ?`,
      values: (index) => cityAndBoundOf(index, 'F'),
    },
    peer: 'some',
  };
}

function range(employees: number): Workload {
  const some = Math.min(10_000, employees / 2);
  return {
    id: 'c',
    title: `${some} rows of 8 columns`,
    connections: 4,
    variety: employees - some,
    draw: 'uniform',
    ours: (index) => concept('employee', `_select_=${COLUMNS}`, filter(['emp_no', 'gt', index], ['emp_no', 'lte', index + some])), // prettier-ignore
    bare: {
      sql: `SELECT ${COLUMNS} FROM employees WHERE emp_no > ? AND emp_no <= ?`,
      values: (index) => [index, index + some],
    },
    peer: 'range',
  };
}

function careers(): readonly Workload[] {
  const asked = (index: number): string => {
    const [city, bound] = cityAndBoundOf(index, 'D');
    return filter(['city', 'eq', city], ['last_name', 'lt', bound]);
  };
  const values = (index: number): readonly string[] => cityAndBoundOf(index, 'D');
  const both = { variety: VARIETY, draw: 'uniform' } as const;
  const flat: Workload = {
    id: 'e',
    title: 'departments and titles of people of a city: 110 rows',
    connections: 16,
    ...both,
    ours: (index) => concept('employee', `_select_=${PATHS}`, asked(index)),
    bare: { sql: JOINED, values },
    peer: 'careers',
  };
  return [
    flat,
    {
      ...flat,
      id: 'e nested',
      title: 'the same, nested',
      ours: (index) => concept('employee', `_select_=${PATHS}`, 'nested=true', asked(index)),
      bare: { sql: `${JOINED} ORDER BY e.emp_no`, values, nested: ['dept_name', 'title'] },
      peer: 'nested',
    },
  ];
}

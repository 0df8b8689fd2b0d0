import { cityAndBoundOf, COLUMNS, concept, filter, FROM_JOINED, VARIETY } from './requests';
import { type Workload } from './workload';

const NAMES = COLUMNS.split(',');
/** Eight columns of employees and of what they are linked to, with their names in hand-written joins. */
const JOINED_NAMES: Readonly<Record<string, string>> = {
  emp_no: 'e.emp_no',
  first_name: 'e.first_name',
  last_name: 'e.last_name',
  hire_date: 'e.hire_date',
  email: 'e.email',
  city: 'e.city',
  'works_in[department].dept_name': 'd.dept_name',
  'has_title[title].title': 't.title',
};

/** Statements of a shape that the process has never seen, because the order of the columns is another one in each. */
export function shapeWorkloads(employees: number, id: 'a' | 'e'): readonly Workload[] {
  const shared = { id: `${id} new shape`, variety: permutations(NAMES.length), draw: 'each' } as const;
  const numberOf = (shape: number): number => (shape % employees) + 1;
  if (id === 'a') {
    const columns = (shape: number): string => permute(NAMES, shape).join(',');
    return [
      {
        ...shared,
        title: 'one employee by key, each statement with another order of the columns',
        connections: 32,
        ours: (shape) => concept('employee', `_select_=${columns(shape)}`, filter(['emp_no', 'eq', numberOf(shape)])),
        bare: {
          sql: 'SELECT $columns FROM employees WHERE emp_no = ?',
          values: (shape) => [columns(shape), numberOf(shape)],
        },
      },
    ];
  }
  const paths = (shape: number): readonly string[] => permute(Object.keys(JOINED_NAMES), shape);
  const askedOf = (shape: number): readonly [string, string] => cityAndBoundOf(shape % VARIETY, 'D');
  return [
    {
      ...shared,
      title: 'departments and titles of people of a city, each statement with another order of the columns',
      connections: 16,
      ours: (shape) => {
        const [city, bound] = askedOf(shape);
        return concept('employee', `_select_=${paths(shape).join(',')}`, filter(['city', 'eq', city], ['last_name', 'lt', bound])); // prettier-ignore
      },
      bare: {
        sql: `SELECT $columns ${FROM_JOINED} WHERE e.city = ? AND e.last_name < ?`,
        values: (shape) => [paths(shape).map((path) => JOINED_NAMES[path]).join(', '), ...askedOf(shape)], // prettier-ignore
      },
    },
  ];
}

/** Returns the order of the items with this number, below the factorial of their number. */
function permute<Item>(items: readonly Item[], number: number): readonly Item[] {
  const left = [...items];
  let rest = number;
  return items.map(() => {
    const place = rest % left.length;
    rest = Math.floor(rest / left.length);
    return left.splice(place, 1)[0]!;
  });
}

function permutations(items: number): number {
  return items < 2 ? 1 : items * permutations(items - 1);
}

import { concept, filter, select } from './requests';
import { ALL_EVENTS, EVENTS } from './staff';
import { type Workload } from './workload';

const DAY = '2020-01-01';
const SELECTED = '_select_=id,day,hours,entity_type';

/** Requests over a parent concept of eight tables. */
export function parentWorkloads(employees: number, numberOf: (index: number) => number): readonly Workload[] {
  const columnsOf = (event: string): string => `SELECT id, day, hours, '${event}' AS kind FROM ${event}s`;
  const firstOfEach = EVENTS.map((event) => `(${columnsOf(event)} ORDER BY day DESC, id LIMIT 20)`);
  const ofOne = EVENTS.map((event) => `${columnsOf(event)} WHERE emp_no = ?`);
  const counts = EVENTS.map((event) => `(SELECT COUNT(*) FROM ${event}s)`);
  const always = { connections: 8, variety: 1, draw: 'uniform' } as const;
  const none = (): readonly string[] => [];
  return [
    {
      ...always,
      id: 'f page',
      title: 'page of 20 of a parent of 8 tables',
      isOrdered: true,
      ours: () => concept('event', SELECTED, '_order_=-day,id', '_limit_=20'),
      bare: { sql: `${firstOfEach.join(' UNION ALL ')} ORDER BY day DESC, id LIMIT 20`, values: none },
    },
    {
      ...always,
      id: 'f filter',
      title: 'the events of one employee',
      variety: employees,
      ours: (index) => concept('event', SELECTED, filter(['emp_no', 'eq', numberOf(index)])),
      bare: { sql: ofOne.join(' UNION ALL '), values: (index) => EVENTS.map(() => numberOf(index)) },
    },
    {
      ...always,
      id: 'f count',
      title: 'count of all events',
      ours: () => select('SELECT COUNT(*) AS `n` FROM dsvc.event'),
      bare: { sql: `SELECT ${counts.join(' + ')} AS n`, values: none },
    },
    {
      ...always,
      id: 'f group',
      title: 'hours by gender, a measure over a path',
      ours: () => select(`SELECT \`of_person[employee].gender\`, \`measure.hours_in_all\` FROM dsvc.event WHERE day >= '${DAY}' GROUP BY \`of_person[employee].gender\``), // prettier-ignore
      bare: {
        sql: `SELECT e.gender, SUM(v.hours) AS hours FROM (${ALL_EVENTS}) v LEFT JOIN employees e ON e.emp_no = v.emp_no WHERE v.day >= '${DAY}' GROUP BY e.gender`,
        values: none,
      },
    },
  ];
}

import { COLUMNS, concept, PATHS, SELECT_JOINED } from './requests';
import { type Workload } from './workload';

/** Exports of all employees. A fresh process of each side runs each ten times; the first and the tenth are rows. */
export function exportsOf(employees: number): readonly Workload[] {
  const always = { connections: 1, variety: 1, draw: 'uniform' } as const;
  const bare = { sql: `SELECT ${COLUMNS} FROM employees`, values: () => [] };
  const rows = `export of ${employees} rows`;
  return [
    {
      ...always,
      id: 'd',
      title: rows,
      ours: () => concept('employee', `_select_=${COLUMNS}`),
      bare,
    },
    {
      ...always,
      id: 'd ndjson',
      title: `${rows}, NDJSON`,
      ours: () => concept('employee', `_select_=${COLUMNS}`, '_format_=ndjson'),
      bare: { ...bare, format: 'ndjson' },
    },
    {
      ...always,
      id: 'd csv',
      title: `${rows}, CSV`,
      ours: () => concept('employee', `_select_=${COLUMNS}`, '_format_=csv'),
      bare: { ...bare, format: 'csv' },
    },
    {
      ...always,
      id: 'd nested',
      title: `export of ${employees} people with departments and titles, nested`,
      ours: () => concept('employee', `_select_=${PATHS}`, 'nested=true'),
      bare: { sql: `${SELECT_JOINED} ORDER BY e.emp_no`, values: () => [], nested: ['dept_name', 'title'] },
    },
  ];
}

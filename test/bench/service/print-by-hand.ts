export type Row = Readonly<Record<string, unknown>>;

/** Groups joined rows: each column in `arrays` becomes an array of its different values. */
export function nestByHand(rows: readonly Row[], arrays: readonly string[]): readonly Row[] {
  const nested: Row[] = [];
  let last: Row | undefined;
  for (const row of rows) {
    if (last?.emp_no !== row.emp_no) {
      last = { ...row, ...Object.fromEntries(arrays.map((name) => [name, []])) };
      nested.push(last);
    }
    for (const name of arrays) {
      const values = last?.[name] as unknown[];
      if (row[name] !== null && !values.includes(row[name])) values.push(row[name]);
    }
  }
  return nested;
}

/** Prints rows as a person would who writes it for this purpose. */
export function printByHand(rows: readonly Row[], format?: 'csv' | 'ndjson'): string {
  if (format === undefined) return JSON.stringify({ data: rows, status: 'success' });
  if (format === 'ndjson') return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => names.map((name) => quote(row[name])).join(','));
  return [names.join(','), ...lines].map((line) => `${line}\r\n`).join('');
}

function quote(value: unknown): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

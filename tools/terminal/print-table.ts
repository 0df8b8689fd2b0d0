/** Rows as text for a terminal and for `cut`: tab-separated, under the names of their columns. */
export function printTable(columns: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  return [columns, ...rows].map((row) => `${row.map((cell) => cell ?? '').join('\t')}\n`).join('');
}

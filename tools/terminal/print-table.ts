/** Returns rows as tab-separated lines under the names of their columns, for a terminal or `cut`. */
export function printTable(columns: readonly string[], rows: readonly (readonly (string | null)[])[]): string {
  return [columns, ...rows].map((row) => `${row.map((cell) => cell ?? '').join('\t')}\n`).join('');
}

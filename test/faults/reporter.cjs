const { existsSync, readFileSync, rmSync } = require('node:fs');

/** Prints the promises that the fault tests have measured as one table. */
module.exports = class {
  onRunComplete() {
    const file = process.env.PROMISES_FILE;
    if (!existsSync(file)) return;
    const rows = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    rmSync(file);
    rows.sort((a, b) => a.promise.localeCompare(b.promise, 'en', { numeric: true }));
    const columns = ['promise', 'test', 'figure', 'seen'];
    const widths = columns.map((column) =>
      Math.max(...[{ [column]: column }, ...rows].map((row) => row[column].length)),
    );
    const print = (row) =>
      columns
        .map((column, index) => row[column].padEnd(widths[index]))
        .join(' | ')
        .trimEnd();
    process.stdout.write(
      `\n${[Object.fromEntries(columns.map((column) => [column, column])), ...rows].map(print).join('\n')}\n`,
    );
  }
};

const { basename } = require('node:path');

/** The reason for which a suite is skipped, at the end of the name that `describeWith` gives it. */
const REASON = /\(no (.+)\)$/;

/** Prints the tests that were skipped and why: for each thing that the machine lacks, the files with suites that need it. */
module.exports = class {
  onRunComplete(_, { testResults }) {
    const missing = new Map();
    for (const { testFilePath, testResults: tests } of testResults)
      for (const { status, ancestorTitles } of tests) {
        if (status !== 'pending' && status !== 'skipped') continue;
        const reason = ancestorTitles.map((title) => REASON.exec(title)?.[1]).find((found) => found !== undefined);
        if (reason === undefined) continue;
        missing.set(reason, (missing.get(reason) ?? new Set()).add(basename(testFilePath).replace(/\.ts$/, '')));
      }
    for (const [reason, files] of missing)
      process.stderr.write(
        `\nSkipped for want of ${reason}: suites of ${files.size} files: ${[...files].sort().join(', ')}\n`,
      );
  }
};

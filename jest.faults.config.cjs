const { tmpdir } = require('node:os');
const { join } = require('node:path');

process.env.PROMISES_FILE ??= join(tmpdir(), `promises-${process.pid}.jsonl`);

/** Tests that kill, stop and starve processes of their own: one after the other, since they measure. */
module.exports = {
  ...require('./jest.config.cjs'),
  testMatch: ['**/*.fault-spec.ts'],
  maxWorkers: 1,
  globalSetup: '<rootDir>/test/faults/build.cjs',
  globalTeardown: '<rootDir>/test/faults/remove-build.cjs',
  testTimeout: 120_000,
  reporters: ['default', '<rootDir>/test/support/skipped-reporter.cjs', '<rootDir>/test/faults/reporter.cjs'],
};

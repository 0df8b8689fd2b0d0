const { availableParallelism } = require('node:os');

/** One configuration; the suites are told apart by their ending: spec (unit, golden), db-spec (engines), e2e-spec (real socket). */
module.exports = {
  testEnvironment: 'node',
  runtime: '<rootDir>/test/support/compile-once-runtime.cjs',
  roots: ['<rootDir>/src', '<rootDir>/test', '<rootDir>/tools', '<rootDir>/console/src'],
  testMatch: ['**/*.spec.ts', '**/*.db-spec.ts', '**/*.e2e-spec.ts'],
  transform: {
    '^.+\\.(t|j)s$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          target: 'es2023',
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  transformIgnorePatterns: [
    'node_modules/(?!(@nestjs|cache-manager|keyv|@keyv|@cacheable|hookified|hashery|cacheable|uid|cookie|content-disposition|world-countries|jose)/)',
  ],
  globalSetup: '<rootDir>/test/support/shared-folder.cjs',
  globalTeardown: '<rootDir>/test/support/remove-shared-folder.cjs',
  testTimeout: 20000,
  // suites wait for timers, disks and data sources half of the time
  maxWorkers: Math.ceil(1.5 * availableParallelism()),
  // what suites leave in memory slows the garbage collection of those after them
  workerIdleMemoryLimit: '700MB',
  reporters: ['default', '<rootDir>/test/support/skipped-reporter.cjs'],
};

/** Who may import whom (ARCHITECTURE.md): one row a folder of `src`, each with all it may import beside itself. */
const MAY_IMPORT = {
  errors: [],
  model: [],
  workers: [],
  validation: [],
  compiler: ['model', 'errors'],
  http: ['workers', 'validation', 'model', 'errors'],
  config: ['http', 'validation', 'errors'],
  database: ['config', 'compiler', 'model', 'errors'],
  redis: ['config', 'workers'],
  auth: ['config', 'database', 'redis', 'workers', 'compiler', 'model', 'http', 'errors'],
  ontologies: ['config', 'database', 'redis', 'compiler', 'model', 'http', 'validation', 'errors'],
  demo: ['auth', 'ontologies', 'config', 'database', 'compiler', 'model', 'errors'],
  query: ['auth', 'ontologies', 'config', 'database', 'compiler', 'model', 'http', 'validation', 'errors'],
  health: ['auth', 'ontologies', 'config', 'database', 'redis', 'workers', 'model', 'http', 'errors'],
};

/** Packages that only these folders may know. */
const FENCED = {
  '^node_modules/(knex|mysql2|libsql|@duckdb)/': 'database',
  '^node_modules/fernet/': 'auth',
  '^node_modules/@redis/': 'redis',
  '^node_modules/(cache-manager|@nestjs/cache-manager|keyv)/': 'ontologies',
  '^node_modules/class-validator/': 'validation',
  '^node_modules/(@nestjs/terminus|prom-client)/': 'health',
  '^node_modules/(@fastify/rate-limit|@nestjs/swagger)/': 'http',
};

const TESTS = '\\.(spec|db-spec|e2e-spec)\\.ts$';

/** Must run before anything else does, so `main.ts` imports it past the door. */
const THREAD_POOL = '^src/database/size-thread-pool\\.ts$';

const levels = Object.entries(MAY_IMPORT).map(([folder, others]) => ({
  name: `level-${folder}`,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: TESTS },
  to: { path: '^src/', pathNot: `^src/(${[folder, ...others].join('|')})/` },
}));

const doors = Object.keys(MAY_IMPORT).map((folder) => ({
  name: `door-${folder}`,
  comment: 'Another folder is imported only through its index.ts; the compiler has one for each of its stages.',
  severity: 'error',
  from: { path: '^(src|tools)/', pathNot: [`^src/${folder}/`, TESTS] },
  to: {
    path: `^src/${folder}/`,
    pathNot: [`^src/${folder}/index\\.ts$`, '^src/compiler/[^/]+/index\\.ts$', THREAD_POOL],
  },
}));

const fences = Object.entries(FENCED).map(([path, folder]) => ({
  name: `fence-${folder}`,
  severity: 'error',
  from: { path: '^(src|tools)/', pathNot: [`^src/${folder}/`, TESTS] },
  to: { path },
}));

module.exports = {
  forbidden: [
    ...levels,
    ...doors,
    ...fences,
    {
      name: 'compiler-types-only',
      comment: 'What these folders take from the compiler is the shape of its trees and queries.',
      severity: 'error',
      from: { path: '^src/(database|auth)/', pathNot: TESTS },
      to: { path: '^src/compiler/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'compiler-stages',
      comment: 'Each stage of the compiler is a folder with a door of its own.',
      severity: 'error',
      from: { path: '^src/compiler/([^/]+)/', pathNot: TESTS },
      to: { path: '^src/compiler/', pathNot: ['^src/compiler/$1/', '^src/compiler/[^/]+/index\\.ts$'] },
    },
    {
      name: 'pure-compiler',
      comment: 'The compiler could be published as a package of its own: text in, SQL out.',
      severity: 'error',
      from: { path: '^src/(compiler|model|errors)/', pathNot: TESTS },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'] },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, path: '^(src|tools)/', pathNot: ['\\.d\\.ts$', '^src/main\\.ts$'] },
      to: {},
    },
    {
      name: 'not-to-tests',
      severity: 'error',
      from: { path: '^(src|tools)/', pathNot: TESTS },
      to: { path: ['^test/', TESTS] },
    },
    {
      name: 'no-dev-dependencies',
      severity: 'error',
      from: { path: '^(src|tools)/', pathNot: TESTS },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    { name: 'not-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: '^node_modules/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['require', 'node', 'import', 'default', 'types'],
    },
  },
};

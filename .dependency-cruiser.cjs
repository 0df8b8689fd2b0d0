/** Who may import whom (ARCHITECTURE.md): one row a folder of `src`, each with all it may import beside itself. */
const MAY_IMPORT = {
  errors: [],
  model: [],
  workers: [],
  tracing: [],
  compiler: ['model', 'errors'],
  http: ['tracing', 'workers', 'model', 'errors'],
  config: ['http', 'errors'],
  engines: ['config', 'compiler', 'tracing', 'model', 'errors'],
  'system-database': ['engines', 'config'],
  redis: ['config', 'workers'],
  process: ['workers', 'health', 'http', 'config'],
  audit: ['system-database', 'config', 'workers', 'http', 'model'],
  auth: ['audit', 'system-database', 'redis', 'config', 'workers', 'compiler', 'model', 'http', 'errors'],
  ontologies: ['engines', 'system-database', 'config', 'redis', 'workers', 'compiler', 'model', 'http', 'errors'],
  demo: ['auth', 'ontologies', 'engines', 'config', 'compiler', 'model', 'errors'],
  'async-results': ['auth', 'system-database', 'config', 'workers', 'model', 'http', 'errors'],
  query: ['async-results', 'audit', 'auth', 'ontologies', 'engines', 'config', 'compiler', 'model', 'http', 'errors'],
  'mysql-protocol': [
    'query',
    'health',
    'audit',
    'auth',
    'ontologies',
    'config',
    'workers',
    'compiler',
    'model',
    'http',
    'errors',
  ],
  health: ['auth', 'system-database', 'redis', 'workers', 'http', 'errors'],
};

/** Which stages of the compiler each stage may import; `trace`, `tree` and `values` know none that plans. */
const STAGES = {
  trace: ['tree'],
  tree: [],
  like: [],
  statement: ['dialects', 'tree'],
  ontology: ['dialects', 'statement', 'tree'],
  values: ['trace', 'tree'],
  rights: ['values', 'tree'],
  filter: ['nest', 'ontology', 'rights', 'statement', 'values', 'tree'],
  nest: ['ontology', 'rights', 'values', 'tree'],
  plan: ['dialects', 'ontology', 'rights', 'values', 'trace', 'tree'],
  disclosure: ['plan', 'ontology', 'rights', 'values', 'tree'],
  optimize: ['values', 'trace', 'tree'],
  emit: ['like', 'rights', 'values', 'trace', 'tree'],
  dialects: ['emit', 'like', 'values', 'trace', 'tree'],
};

/** Packages that only these folders may know. */
const FENCED = {
  '^node_modules/@duckdb/': 'engines',
  '^node_modules/mysql2/': '(engines|system-database)',
  '^node_modules/pg/': '(engines|system-database)',
  '^node_modules/(knex|libsql)/': 'system-database',
  '^node_modules/(fernet|jose)/': 'auth',
  '^node_modules/@redis/': 'redis',
  '^node_modules/(cache-manager|@nestjs/cache-manager|keyv)/': 'ontologies',
  '^node_modules/(class-validator|class-transformer)/': '(http|config|auth|ontologies|query)',
  '^node_modules/(@nestjs/terminus|prom-client)/': 'health',
  '^node_modules/@modelcontextprotocol/': 'query',
  '^node_modules/@opentelemetry/': 'tracing',
  '^node_modules/@fastify/rate-limit/': 'http',
  '^node_modules/@nestjs/swagger/': '(http|config|auth|ontologies|query|health)',
};

const TESTS = '\\.(spec|db-spec|e2e-spec)\\.ts$';

/** What `main.ts` imports past the doors: what must run before anything else, and the main process of several workers, which loads no service. */
const FIRST = '^src/(engines/size-thread-pool|process/(starting|cluster))\\.ts$';

const levels = Object.entries(MAY_IMPORT).map(([folder, others]) => ({
  name: `level-${folder}`,
  severity: 'error',
  from: { path: `^src/${folder}/`, pathNot: TESTS },
  to: { path: '^src/', pathNot: `^src/(${[folder, ...others].join('|')})/` },
}));

const stages = Object.entries(STAGES).map(([stage, others]) => ({
  name: `stage-${stage}`,
  severity: 'error',
  from: { path: `^src/compiler/${stage}/`, pathNot: TESTS },
  to: { path: '^src/compiler/', pathNot: `^src/compiler/(${[stage, ...others].join('|')})/` },
}));

const doors = Object.keys(MAY_IMPORT).map((folder) => ({
  name: `door-${folder}`,
  comment: 'Another folder is imported only through its index.ts; the compiler has one for each of its stages.',
  severity: 'error',
  from: { path: '^(src|tools)/', pathNot: [`^src/${folder}/`, TESTS] },
  to: {
    path: `^src/${folder}/`,
    pathNot: [`^src/${folder}/index\\.ts$`, '^src/compiler/[^/]+/index\\.ts$', FIRST],
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
    ...stages,
    ...doors,
    ...fences,
    {
      name: 'importers-of-plan',
      comment:
        'What is known of values lies in compiler/values, below planning, so that few places need to know how statements are planned.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(compiler/(plan|disclosure)|query/planning|ontologies/change)/', TESTS] },
      to: { path: '^src/compiler/plan/' },
    },
    {
      name: 'compiler-types-only',
      comment: 'What these folders take from the compiler is the shape of its trees and queries.',
      severity: 'error',
      from: { path: '^src/(engines|auth)/', pathNot: TESTS },
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
      comment:
        'The compiler could be published as a package of its own, text in, SQL out; it needs one for the distance of two names.',
      severity: 'error',
      from: { path: '^src/(compiler|model|errors)/', pathNot: TESTS },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: '^node_modules/fastest-levenshtein/' },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        path: '^(src|tools)/',
        pathNot: ['\\.d\\.ts$', '^src/main\\.ts$', '^src/http/docs/show-ontology\\.mjs$'],
      },
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
    {
      name: 'console-alone',
      comment: 'The console knows the service by its documented interface only.',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: '^(src|tools|test)/' },
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

import { parseStatements, type Statement } from '../../src/compiler/statement';
import { nameKey } from '../../src/model';
import { GUARDED_MODEL, GUARDED_ROLES } from './guarded-model';
import { mutateDefinitions, type NamesOfModel } from './mutate-definitions';

const namesOf = (pattern: RegExp): readonly string[] => [
  ...new Set([...GUARDED_MODEL.matchAll(pattern)].map(([, name]) => name ?? '')),
];
const NAMES: NamesOfModel = {
  concepts: namesOf(/CREATE CONCEPT (\w+)/g),
  properties: namesOf(/(\w+) (?:MULTIVALUE )?(?:string|integer)/g),
  relationships: namesOf(/(?:CONSTRAINT|INVERSEOF) (\w+)/g),
  views: namesOf(/CREATE VIEW (\w+)/g),
  mappings: namesOf(/CREATE MAPPING (\w+)/g),
  dataSources: ['source', 'other'],
};
const POLICIES = namesOf(/CREATE POLICY (\w+)/g);
const { concepts, properties, relationships, views, mappings, dataSources } = NAMES;

const REDEFINED = mutateDefinitions(GUARDED_MODEL, NAMES);
const redefined = (kind: Statement['kind']): readonly string[] =>
  REDEFINED.filter((text) => parseStatements(text)[0]?.kind === kind);

const definitionOf = (kind: string, name: string): string =>
  GUARDED_MODEL.split(';')
    .find((text) => text.trim().startsWith(`CREATE ${kind} ${name} `))
    ?.trim() ?? '';
const anew = (text: string): string => text.replace('CREATE ', 'CREATE OR REPLACE ');

/** Concepts with another column, parent or relationship, which could replace one that a policy names. */
const widened = concepts.flatMap((concept) => {
  const text = anew(definitionOf('CONCEPT', concept));
  const hasColumns = new RegExp(`CONCEPT ${concept} \\(`).test(text);
  const columns = [...properties, 'who', 'reason'].filter((name) => !new RegExp(`\\b${name}\\b`).test(text));
  return [
    ...columns.map((name) =>
      hasColumns
        ? text.replace(`${concept} (`, `${concept} (${name} string, `)
        : text.replace(concept, `${concept} (${name} string)`),
    ),
    ...relationships.map((name) =>
      hasColumns
        ? text.replace(
            `${concept} (`,
            `${concept} (id integer, CONSTRAINT ${name} FOREIGN KEY (id) REFERENCES person (id), `,
          )
        : text.replace(concept, `${concept} (CONSTRAINT ${name} FOREIGN KEY (id) REFERENCES person (id))`),
    ),
    ...concepts.map((parent) =>
      text.includes('INHERITS (')
        ? text.replace('INHERITS (', `INHERITS (${parent}, `)
        : `${text} INHERITS (${parent})`,
    ),
  ];
});
const added = concepts.flatMap((concept) => [
  `CREATE CONCEPT zq INHERITS (${concept})`,
  `CREATE CONCEPT zq INHERITS (${concept}) FROM dsvc.person WHERE id > 0`,
  `CREATE CONCEPT zq (zq_id integer, PRIMARY KEY (zq_id)); ${anew(definitionOf('CONCEPT', concept)).replace(/INHERITS \(\w+\)|$/, 'INHERITS (zq)')}`,
  `CREATE CONCEPT zq INHERITS (${concept}); CREATE MAPPING zq_rows INTO (zq) USING other AS SELECT pid AS blocked_id, pid AS allowed_id, pid AS id, pid AS team_id FROM welcome`,
]);

const intoOther = [
  ...concepts.map((concept) => `CREATE MAPPING zq INTO (${concept}) USING other AS SELECT pid AS blocked_id, pid AS allowed_id, pid AS id, pid AS team_id FROM banned`), // prettier-ignore
  ...mappings.map((name) => anew(definitionOf('MAPPING', name)).replace(' AS SELECT', ' USING other AS SELECT')),
  ...mappings.map((name) => `DROP MAPPING ${name} CASCADE; ${definitionOf('MAPPING', name).replace(' AS SELECT', ' USING other AS SELECT')}`), // prettier-ignore
];

const drops = (kind: string, names: readonly string[]): readonly string[] =>
  names.flatMap((name) => [`DROP ${kind} ${name} CASCADE`, `DROP ${kind} ${name}`]);
const redrawn = concepts.map((name) => {
  const behind = GUARDED_MODEL.split(';')
    .slice(0, -1)
    .map((text) => text.trim())
    .filter((text) => !/^CREATE (PROPERTY|MEASURE)/.test(text));
  return `DROP CONCEPT ${name} CASCADE; ${behind.filter((text) => text.startsWith(`CREATE CONCEPT ${name} `)).join('; ')}`;
});

/**
 * Attempts for each kind of statement, by an author with EDIT, without UNMASK, and with ADMIN on a data source other than those of the
 * policies. They change each definition that a policy reads or that is connected to one.
 */
export const GUARDED_ATTEMPTS: Readonly<Record<Statement['kind'], readonly string[]>> = {
  query: ['SELECT * FROM person'],
  explain: ['EXPLAIN SELECT * FROM person'],
  show: ['SHOW CONCEPTS', 'SHOW CONFIG', 'SHOW USERS', 'SHOW ROLES', 'SHOW PERMISSIONS'],
  'show-tables': ['SHOW TABLES'],
  'show-tokens': ['SHOW TOKENS FOR keeper'],
  'show-create-ontology': ['SHOW CREATE ONTOLOGY guarded'],
  'show-diff': ["SHOW DIFF OF ONTOLOGY guarded FROM 'none' TO 'none'"],
  'show-access': concepts.map((name) => `SHOW ACCESS TO ${name} FOR USER keeper`),
  'check-ontology': ['CHECK ONTOLOGY guarded'],
  'test-datasource': [...dataSources.map((name) => `TEST DATASOURCE ${name}`), "TEST DATASOURCE TYPE duckdb OPTIONS (path = 'other.duckdb')"], // prettier-ignore
  'draft-ontology': ["DRAFT ONTOLOGY guarded FROM DATASOURCE TYPE duckdb OPTIONS (path = 'other.duckdb')"],
  'draft-datasource': ["DRAFT DATASOURCE late TYPE duckdb OPTIONS (path = 'other.duckdb')"],
  describe: ['DESCRIBE person'],
  'describe-concept': ['DESCRIBE CONCEPT person'],
  'create-ontology': ['CREATE OR REPLACE ONTOLOGY guarded', `CREATE OR REPLACE ONTOLOGY guarded; ${GUARDED_MODEL.replaceAll(/CREATE POLICY[^;]*;/g, '')}`], // prettier-ignore
  'alter-ontology': ["ALTER ONTOLOGY guarded SET duplicates = 'remove'", "ALTER ONTOLOGY guarded SET duplicates = 'keep'", "ALTER ONTOLOGY guarded SET result_ttl = '60'", "ALTER ONTOLOGY guarded SET DESCRIPTION = 'x'"], // prettier-ignore
  'drop-ontology': ['DROP ONTOLOGY guarded', `DROP ONTOLOGY guarded; CREATE ONTOLOGY guarded`],
  'restore-ontology': ['RESTORE ONTOLOGY guarded TO VERSION $first'],
  'create-datasource': dataSources.map((name) => `CREATE OR REPLACE DATASOURCE ${name} TYPE duckdb OPTIONS (path = 'other.duckdb')`), // prettier-ignore
  'alter-datasource': dataSources.map((name) => `ALTER DATASOURCE ${name} SET ACTIVE`),
  'drop-datasource': dataSources.flatMap((name) => [`DROP DATASOURCE ${name}`, `DROP DATASOURCE ${name} CASCADE`]),
  'create-property': redefined('create-property'),
  'create-measure': [...redefined('create-measure'), 'CREATE OR REPLACE MEASURE town string AS SELECT MAX(city)'],
  'create-concept': [...redefined('create-concept'), ...widened, ...added],
  'create-mapping': [...redefined('create-mapping'), ...intoOther],
  'create-view': [...redefined('create-view'), ...concepts.map((name) => `CREATE VIEW ${name} AS SELECT 0 AS id, 0 AS blocked_id, 0 AS allowed_id, 0 AS who`)], // prettier-ignore
  'create-mask-policy': redefined('create-mask-policy'),
  'create-filter-policy': redefined('create-filter-policy'),
  'alter-tag': [
    ...properties.flatMap((name) => [`ALTER PROPERTY ${name} DROP TAG classification`, `ALTER PROPERTY ${name} SET TAG classification = 'none'`, `ALTER PROPERTY ${name} SET TAG classification = 'PII'`]), // prettier-ignore
    ...concepts.map((name) => `ALTER CONCEPT ${name} SET TAG classification = 'PII'`),
    ...views.map((name) => `ALTER VIEW ${name} SET TAG classification = 'PII'`),
  ],
  drop: [
    ...drops('CONCEPT', concepts),
    ...drops('PROPERTY', properties),
    ...drops('MEASURE', ['crowd']),
    ...drops('MAPPING', mappings),
    ...drops('VIEW', views),
    ...drops('POLICY', POLICIES),
    ...redrawn,
  ],
  'create-user': ["CREATE USER zq PASSWORD 'zq zq zq zq'"],
  'alter-user': ["ALTER USER watcher_r_late SET PASSWORD 'zq zq zq zq'", 'ALTER USER watcher_r_late DISABLE', 'ALTER USER watcher_r_late ENABLE'], // prettier-ignore
  'drop-user': ['DROP USER watcher_r_late'],
  'create-role': ['CREATE ROLE zq'],
  'drop-role': GUARDED_ROLES.map((role) => `DROP ROLE ${role}`),
  'grant-role': GUARDED_ROLES.map((role) => `GRANT ROLE ${role} TO USER keeper`),
  'revoke-role': GUARDED_ROLES.map((role) => `REVOKE ROLE ${role} FROM USER watcher_${nameKey(role)}`),
  'refresh-permissions': ['REFRESH PERMISSIONS'],
  grant: ['UNMASK', 'ADMIN', 'QUERY'].map((right) => `GRANT ${right} ON ontology.guarded TO ROLE public`),
  revoke: ['QUERY'].map((right) => `REVOKE ${right} ON ontology.guarded FROM USER watcher_r_late`),
  'create-token': ["CREATE TOKEN 'zq' FOR USER watcher_r_late"],
  'show-token': ['SHOW TOKEN FOR keeper', 'SHOW TOKEN FOR author'],
  'revoke-tokens': ['REVOKE TOKENS FROM USER watcher_r_late'],
};

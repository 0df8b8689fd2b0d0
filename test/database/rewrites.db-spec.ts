import { PASS_NAMES } from '../../src/compiler/optimize';
import type { Cell, DialectName } from '../../src/model';
import { compileText, ontologyOf } from '../support/compile';
import {
  openDuckDbTestEngine,
  openMariaDbTestEngine,
  openPostgreSqlTestEngine,
  rowsOf,
  type TestEngine,
} from '../support/engines';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';

/** Statements that a rewrite once got wrong; the law over random ontologies finds them (`ontology-laws.db-spec.ts`). */
interface Rewritten {
  readonly behaviour: string;
  readonly tables: readonly string[];
  readonly script: string;
  readonly sql: string;
  readonly rows: readonly (readonly Cell[])[];
}

const REWRITTEN: readonly Rewritten[] = [
  {
    behaviour: 'groups by what a mapping gives as a number: no place of a column',
    tables: ['CREATE TABLE t (id INTEGER)', 'INSERT INTO t VALUES (1), (2)'],
    script: `CREATE CONCEPT a (id integer, zero integer, minus integer, PRIMARY KEY (id));
      CREATE MAPPING m INTO (a) AS SELECT id AS id, 0 AS zero, -1 AS minus FROM t;`,
    sql: 'SELECT zero, minus, COUNT(*) FROM a GROUP BY zero, minus ORDER BY minus',
    rows: [[0, -1, 2]],
  },
  {
    behaviour: 'keeps the branch whose condition is part of that of another which has no rows',
    tables: ['CREATE TABLE t (id INTEGER, kind INTEGER)', 'INSERT INTO t VALUES (1, 2), (2, 3), (3, NULL)'],
    script: `CREATE CONCEPT a (id integer, PRIMARY KEY (id)); CREATE CONCEPT b INHERITS (a);
      CREATE MAPPING ma INTO (a) AS SELECT id AS id FROM t WHERE kind <> 3 AND kind IS NULL;
      CREATE MAPPING mb INTO (b) AS SELECT x.id AS id FROM t x WHERE x.kind <> 3;`,
    sql: 'SELECT id, entity_type FROM a',
    rows: [[1, 'b']],
  },
  {
    behaviour: 'joins along a path entities that a sub-query selects',
    tables: ['CREATE TABLE t (id INTEGER, up INTEGER)', 'INSERT INTO t VALUES (1, NULL), (2, 1), (3, 2)'],
    script: `CREATE CONCEPT a (id integer, up integer, PRIMARY KEY (id),
        CONSTRAINT above FOREIGN KEY (up) REFERENCES a (id) INVERSEOF below);
      CREATE CONCEPT inner_one INHERITS (a) FROM dsvc.a WHERE up IS NOT NULL AND EXISTS (SELECT 1 FROM dsvc.a x WHERE x.id = 3);
      CREATE MAPPING m INTO (a) AS SELECT id AS id, up AS up FROM t;`,
    sql: 'SELECT id, `above[inner_one].id` FROM a ORDER BY id',
    rows: [[1, null], [2, null], [3, 2]], // prettier-ignore
  },
  {
    behaviour: 'knows in the condition of a logic concept the types and the name of what it selects from',
    tables: ['CREATE TABLE t (id INTEGER, kind INTEGER)', 'INSERT INTO t VALUES (1, 1), (2, 2), (3, 2)'],
    script: `CREATE CONCEPT a (id integer, PRIMARY KEY (id)); CREATE CONCEPT b INHERITS (a); CREATE CONCEPT c INHERITS (a);
      CREATE CONCEPT first_of_type INHERITS (a) FROM dsvc.a
        WHERE NOT EXISTS (SELECT 1 FROM dsvc.a x WHERE x.\`_type_of_b\` = a.\`_type_of_b\` AND x.id < a.id);
      CREATE MAPPING mb INTO (b) AS SELECT id AS id FROM t WHERE kind = 1;
      CREATE MAPPING mc INTO (c) AS SELECT id AS id FROM t WHERE kind = 2;`,
    sql: 'SELECT id, entity_type FROM first_of_type ORDER BY id',
    rows: [[1, 'b'], [2, 'c']], // prettier-ignore
  },
  {
    behaviour: 'joins no branches where a sub-query reads what is around it',
    tables: [
      'CREATE TABLE t (id INTEGER PRIMARY KEY)',
      'INSERT INTO t VALUES (1), (2), (3)',
      'CREATE TABLE link (one INTEGER, other INTEGER, FOREIGN KEY (other) REFERENCES t (id))',
      'INSERT INTO link VALUES (1, 2), (3, 2)',
    ],
    script: `CREATE PROPERTY twice integer AS SELECT number * 2;
      CREATE CONCEPT a (id integer, PRIMARY KEY (id), CONSTRAINT knows MULTIREFERENCE b INVERSEOF known_by);
      CREATE CONCEPT b (number integer, twice integer, PRIMARY KEY (number));
      CREATE MAPPING ma INTO (a) AS SELECT id AS id FROM t;
      CREATE MAPPING mb INTO (b) AS SELECT id AS number FROM t;
      CREATE MAPPING l1 (CONSTRAINT knows FOREIGN KEY (other) REFERENCES b (number), CONSTRAINT known_by FOREIGN KEY (one) REFERENCES a (id))
        AS SELECT one AS one, other AS other FROM link;
      CREATE MAPPING l2 (CONSTRAINT knows FOREIGN KEY (other) REFERENCES b (number), CONSTRAINT known_by FOREIGN KEY (one) REFERENCES a (id))
        AS SELECT one AS one, other AS other FROM link;`,
    sql: 'SELECT id FROM a WHERE EXISTS (SELECT 1 FROM a x WHERE x.`knows[b].twice` = a.id + 1) ORDER BY id',
    rows: [[3]],
  },
  {
    behaviour: 'reads dates of a property that no mapping gives',
    tables: ['CREATE TABLE t (id INTEGER)', 'INSERT INTO t VALUES (1), (2)'],
    script: `CREATE CONCEPT a (id integer, born date, seen timestamp, PRIMARY KEY (id)); CREATE CONCEPT b INHERITS (a);
      CREATE MAPPING ma INTO (a) AS SELECT id AS id FROM t WHERE id = 1;
      CREATE MAPPING mb INTO (b) AS SELECT id AS id FROM t WHERE id > 1;`,
    sql: 'SELECT id, YEAR(born), HOUR(seen), DATEDIFF(seen, born) FROM a WHERE YEAR(born) IS NULL ORDER BY id',
    rows: [[1, null, null, null], [2, null, null, null]], // prettier-ignore
  },
];

function rewrites(dialect: DialectName, open: typeof openDuckDbTestEngine): void {
  it.each(REWRITTEN)('$behaviour', async ({ tables, script, sql, rows }) => {
    const source: TestEngine = await open('rewrites', tables);
    try {
      for (const off of [[], PASS_NAMES]) {
        for (const findTable of [source.findTable, undefined]) {
          const options = { off, ...(findTable && { findTable }) };
          const query = compileText(ontologyOf(script, dialect), sql, dialect, options);
          expect(await rowsOf(source.engine, query)).toEqual(rows);
        }
      }
    } finally {
      await source.drop();
    }
  });
}

describe('rewritten on DuckDB', () => {
  rewrites('duckdb', openDuckDbTestEngine);
});
describeWithMariaDb('rewritten on MariaDB', () => {
  rewrites('mysql', openMariaDbTestEngine);
});
describeWithPostgreSql('rewritten on PostgreSQL', () => {
  rewrites('postgresql', openPostgreSqlTestEngine);
});

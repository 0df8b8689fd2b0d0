import { compileText, ontologyOf } from '../../../test/support/compile';

const ONTOLOGY = ontologyOf(
  `CREATE CONCEPT item (id integer, name string, PRIMARY KEY (id));
   CREATE MAPPING items INTO (item) AS SELECT id, name FROM items;
   CREATE CONCEPT ranked (id integer, PRIMARY KEY (id));
   CREATE MAPPING ranks INTO (ranked) WITHOUT PARSING AS SELECT RANK() OVER (ORDER BY id) AS id FROM t WHERE x LIKE 'a|_' ESCAPE '|';
   CREATE CONCEPT counted (id integer, PRIMARY KEY (id));
   CREATE MAPPING counts INTO (counted) WITHOUT PARSING AS WITH RECURSIVE \`c\` AS (SELECT 1 AS id UNION ALL SELECT id + 1 FROM \`c\` WHERE id < 9) SELECT id FROM \`c\`;
   CREATE CONCEPT plain (id integer, PRIMARY KEY (id));
   CREATE MAPPING plains INTO (plain) WITHOUT PARSING AS SELECT id FROM \`game over\` WHERE t <> 'OVER (ESCAPE' GROUP BY \`id\` WITH ROLLUP`,
  'mysql',
);

it.each<[string, readonly string[]]>([
  ["SELECT name FROM item WHERE name LIKE 'a%'", []],
  ["SELECT 'OVER (', name AS `WITH x` FROM item GROUP BY name WITH ROLLUP", []],
  ['SELECT name, ROW_NUMBER() OVER (ORDER BY id) AS n FROM item', ['window functions']],
  ['SELECT name FROM item WINDOW w AS (ORDER BY id) ORDER BY RANK() OVER w', ['window functions']],
  ['SELECT id FROM item WHERE id IN (SELECT d.n FROM (SELECT ROW_NUMBER() OVER (ORDER BY id) AS n FROM item) d)', ['window functions']],
  ['WITH c AS (SELECT id FROM item) SELECT id FROM c UNION SELECT id FROM item', ['WITH']],
  ['SELECT (WITH c AS (SELECT 1 AS n) SELECT n FROM c) AS n FROM item', ['WITH']],
  ['WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n', ['WITH', 'WITH RECURSIVE']],
  ['SELECT id FROM ranked', ['window functions', 'LIKE with ESCAPE']],
  ['SELECT id FROM counted', ['WITH', 'WITH RECURSIVE']],
  ['SELECT id FROM plain', []],
])('reports the server features that a statement needs for %s', (statement, needs) => {
  expect(compileText(ONTOLOGY, statement, 'mysql').needs).toEqual(needs);
}); // prettier-ignore

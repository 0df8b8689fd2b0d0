import { parseStatements } from './parse/parse-statements';
import { printStatement } from './print/print-statement';

function parseOne(sql: string): ReturnType<typeof parseStatements>[number] {
  const [statement, ...more] = parseStatements(sql);
  if (statement === undefined || more.length > 0) throw new Error(`not one statement: ${sql}`);
  return statement;
}

const CASES: readonly (readonly [string, string])[] = [
  [
    "create ontology `shop` description 'It''s a \\'shop\\''",
    "CREATE ONTOLOGY `shop` DESCRIPTION = 'It''s a ''shop'''",
  ],
  ["ALTER ONTOLOGY shop SET DESCRIPTION = 'x'", "ALTER ONTOLOGY `shop` SET DESCRIPTION = 'x'"],
  ["ALTER ONTOLOGY shop SET duplicates = 'keep'", "ALTER ONTOLOGY `shop` SET `duplicates` = 'keep'"],
  ['DROP ONTOLOGY shop', 'DROP ONTOLOGY `shop`'],
  ["RESTORE ONTOLOGY `shop` TO VERSION '5f0c'", "RESTORE ONTOLOGY `shop` TO VERSION '5f0c'"],
  [
    "CREATE OR REPLACE DATASOURCE chinook TYPE mysql OPTIONS (host = 'h', port = 3306, password = 'p')",
    "CREATE OR REPLACE DATASOURCE `chinook` TYPE mysql OPTIONS (`host` = 'h', `port` = '3306', `password` = 'p')",
  ],
  [
    "CREATE DATASOURCE db TYPE mysql OPTIONS (host = 'h', password = ENV( 'it''s'), ssl_key=env(\"KEY\"))",
    "CREATE DATASOURCE `db` TYPE mysql OPTIONS (`host` = 'h', `password` = env('it''s'), `ssl_key` = env('KEY'))",
  ],
  [
    "CREATE DATASOURCE lake TYPE files OPTIONS (path = 'exports/*.parquet')",
    "CREATE DATASOURCE `lake` TYPE files OPTIONS (`path` = 'exports/*.parquet')",
  ],
  ['ALTER DATASOURCE x SET ACTIVE', 'ALTER DATASOURCE `x` SET ACTIVE'],
  ['DROP DATASOURCE x cascade', 'DROP DATASOURCE `x` CASCADE'],
  [
    "CREATE OR REPLACE PROPERTY name string MULTIVALUE DESCRIPTION = 'd' WITH TAGS (classification = 'PII')",
    "CREATE OR REPLACE PROPERTY `name` string MULTIVALUE\n  DESCRIPTION = 'd'\n  WITH TAGS (`classification` = 'PII')",
  ],
  ['CREATE PROPERTY `tag` MULTIVALUE string', 'CREATE PROPERTY `tag` string MULTIVALUE'],
  [
    'CREATE OR REPLACE PROPERTY line_total decimal(10,2) AS SELECT unit_price * quantity',
    'CREATE OR REPLACE PROPERTY `line_total` decimal(10,2)\n  AS SELECT `unit_price` * `quantity`',
  ],
  [
    "CREATE OR REPLACE MEASURE rock_revenue decimal AS SELECT revenue WHERE `of_track[track].genre_name` = 'Rock'",
    "CREATE OR REPLACE MEASURE `rock_revenue` decimal\n  AS SELECT `revenue` WHERE `of_track[track].genre_name` = 'Rock'",
  ],
  [
    'CREATE MEASURE `share` double AS SELECT MEASURE(rock_revenue) / AGGREGATE(`measure.revenue`)',
    'CREATE MEASURE `share` double\n  AS SELECT `rock_revenue` / `revenue`',
  ],
  [
    'CREATE OR REPLACE MEASURE `share` double AS SELECT rock_revenue / revenue',
    'CREATE OR REPLACE MEASURE `share` double\n  AS SELECT `rock_revenue` / `revenue`',
  ],
  [
    `CREATE OR REPLACE CONCEPT track (
      track_id int, label string, revenue measure decimal,
      PRIMARY KEY (track_id), LABEL (label),
      CONSTRAINT on_album FOREIGN KEY (album_id) REFERENCES album (album_id) INVERSEOF has_track,
      CONSTRAINT in_playlist MULTIREFERENCE playlist INVERSEOF holds_track TRANSITIVE(5) DESCRIPTION 'x',
      CONSTRAINT genres MULTIVALUE string
    ) INHERITS (thing, other) DESCRIPTION 'd' WITH TAGS (icon = 'fa-music')`,
    [
      'CREATE OR REPLACE CONCEPT `track` (',
      '  `track_id` integer,',
      '  `label` string,',
      '  `revenue` MEASURE decimal,',
      '  PRIMARY KEY (`track_id`),',
      '  LABEL (`label`),',
      '  CONSTRAINT `on_album` FOREIGN KEY (`album_id`) REFERENCES `album` (`album_id`) INVERSEOF `has_track`,',
      "  CONSTRAINT `in_playlist` MULTIREFERENCE `playlist` INVERSEOF `holds_track` TRANSITIVE(5) DESCRIPTION = 'x',",
      '  CONSTRAINT `genres` MULTIVALUE string',
      ') INHERITS (`thing`, `other`)',
      "  DESCRIPTION = 'd'",
      "  WITH TAGS (`icon` = 'fa-music')",
    ].join('\n'),
  ],
  ['CREATE CONCEPT person', 'CREATE CONCEPT `person`'],
  [
    'CREATE CONCEPT a (CONSTRAINT r MULTIREFERENCE a INVERSEOF `~r` TRANSITIVE)',
    'CREATE CONCEPT `a` (\n  CONSTRAINT `r` MULTIREFERENCE `a` INVERSEOF `~r` TRANSITIVE\n)',
  ],
  [
    'CREATE CONCEPT loyal INHERITS (customer) FROM dsvc.customer WHERE `placed[invoice].total` > 20',
    'CREATE CONCEPT `loyal` INHERITS (`customer`)\n  FROM `dsvc`.`customer` WHERE `placed[invoice].total` > 20',
  ],
  [
    'CREATE OR REPLACE MAPPING map_track INTO (track) USING chinook AS SELECT TrackId AS track_id, `Name` AS title FROM Track WHERE 1',
    [
      'CREATE OR REPLACE MAPPING `map_track`',
      '  INTO (`track`)',
      '  USING `chinook`',
      'AS SELECT',
      '  `TrackId` AS `track_id`,',
      '  `Name` AS `title`',
      'FROM `Track`',
      'WHERE 1',
    ].join('\n'),
  ],
  [
    `CREATE OR REPLACE MAPPING map_playlist_track (
      CONSTRAINT in_playlist FOREIGN KEY (playlist_id) REFERENCES playlist (playlist_id),
      CONSTRAINT holds_track FOREIGN KEY (track_id) REFERENCES track (track_id)
    ) AS SELECT PlaylistId AS playlist_id FROM PlaylistTrack`,
    [
      'CREATE OR REPLACE MAPPING `map_playlist_track` (',
      '  CONSTRAINT `in_playlist` FOREIGN KEY (`playlist_id`) REFERENCES `playlist` (`playlist_id`),',
      '  CONSTRAINT `holds_track` FOREIGN KEY (`track_id`) REFERENCES `track` (`track_id`)',
      ')',
      'AS SELECT `PlaylistId` AS `playlist_id`',
      'FROM `PlaylistTrack`',
    ].join('\n'),
  ],
  [
    'CREATE MAPPING m (UNIQUE (a), NOT NULL (b), FOREIGN KEY (c) REFERENCES MAPPING n (d), DISJOINT FROM n) INTO (track) AS SELECT 1 AS a UNION ALL SELECT 2',
    [
      'CREATE MAPPING `m` (',
      '  UNIQUE (`a`),',
      '  NOT NULL (`b`),',
      '  FOREIGN KEY (`c`) REFERENCES MAPPING `n` (`d`),',
      '  DISJOINT FROM `n`',
      ')',
      '  INTO (`track`)',
      'AS SELECT 1 AS `a`',
      'UNION ALL',
      'SELECT 2',
    ].join('\n'),
  ],
  ['CREATE MAPPING m INTO a, b AS SELECT x', 'CREATE MAPPING `m`\n  INTO (`a`, `b`)\nAS SELECT `x`'],
  [
    "CREATE MAPPING m INTO (t) WITHOUT PARSING AS\n  SELECT a::int, list[1], ';' FROM (SELECT 'it''s') ",
    "CREATE MAPPING `m`\n  INTO (`t`)\nWITHOUT PARSING AS SELECT a::int, list[1], ';' FROM (SELECT 'it''s')",
  ],
  [
    "CREATE OR REPLACE ONTOLOGY VIEW top USING c DESCRIPTION 'd' WITH TAGS (a = 'b') AS SELECT * FROM dsvc.track",
    "CREATE OR REPLACE ONTOLOGY VIEW `top`\n  USING `c`\n  DESCRIPTION = 'd'\n  WITH TAGS (`a` = 'b')\nAS SELECT *\nFROM `dsvc`.`track`",
  ],
  ['CREATE VIEW v AS SELECT 1', 'CREATE ONTOLOGY VIEW `v`\nAS SELECT 1'],
  [
    'CREATE OR REPLACE ONTOLOGY CUBE sales AS SELECT country AS country, `measure.revenue` AS `measure.revenue` FROM dsvc.invoice_line',
    'CREATE OR REPLACE ONTOLOGY CUBE `sales`\nAS SELECT\n  `country` AS `country`,\n  `measure.revenue` AS `measure.revenue`\nFROM `dsvc`.`invoice_line`',
  ],
  ["ALTER CONCEPT track UPDATE TAG icon = 'fa'", "ALTER CONCEPT `track` UPDATE TAG `icon` = 'fa'"],
  ['ALTER VIEW track DROP TAG icon', 'ALTER VIEW `track` DROP TAG `icon`'],
  ['DROP CONCEPT x', 'DROP CONCEPT `x`'],
  ['DROP POLICY x CASCADE', 'DROP POLICY `x` CASCADE'],
  ['DROP ONTOLOGY VIEW x', 'DROP VIEW `x`'],
  [
    "CREATE USER ana PASSWORD 'p' OPTIONS (email = 'a@b.c')",
    "CREATE USER `ana` PASSWORD 'p' OPTIONS (`email` = 'a@b.c')",
  ],
  ['CREATE USER ana', 'CREATE USER `ana`'],
  ["CREATE USER ana OPTIONS (first_name = 'Ana')", "CREATE USER `ana` OPTIONS (`first_name` = 'Ana')"],
  ['refresh permissions', 'REFRESH PERMISSIONS'],
  ['show token for ana', 'SHOW TOKEN FOR `ana`'],
  ['show access to city for user ana', 'SHOW ACCESS TO `city` FOR USER `ana`'],
  ['show access to `access` for user `user`', 'SHOW ACCESS TO `access` FOR USER `user`'],
  ['test datasource db', 'TEST DATASOURCE `db`'],
  [
    "draft ontology shop from datasource type postgres options (host = 'h', password = 'p')",
    "DRAFT ONTOLOGY `shop` FROM DATASOURCE TYPE postgresql OPTIONS (`host` = 'h', `password` = 'p')",
  ],
  ['test datasource `type`', 'TEST DATASOURCE `type`'],
  ["test datasource type postgres options (host = 'h', password = env('P'))", "TEST DATASOURCE TYPE postgresql OPTIONS (`host` = 'h', `password` = env('P'))"], // prettier-ignore
  ["show diff of ontology o from 'a' to 'b''c'", "SHOW DIFF OF ONTOLOGY `o` FROM 'a' TO 'b''c'"],
  ["create token 'my ''bi''' for user ana", "CREATE TOKEN 'my ''bi''' FOR USER `ana`"],
  [
    "CREATE TOKEN 't' FOR USER ana OPTIONS (read_only = 'true', ttl = 90)",
    "CREATE TOKEN 't' FOR USER `ana` OPTIONS (`read_only` = 'true', `ttl` = '90')",
  ],
  ["alter user ana set password 'new'", "ALTER USER `ana` SET PASSWORD 'new'"],
  ["ALTER USER ana SET PASSWORD 'new' REPLACE 'o''ld'", "ALTER USER `ana` SET PASSWORD 'new' REPLACE 'o''ld'"],
  ['ALTER USER ana DISABLE', 'ALTER USER `ana` DISABLE'],
  ['ALTER USER `disable` ENABLE', 'ALTER USER `disable` ENABLE'],
  ['DROP USER ana', 'DROP USER `ana`'],
  ['CREATE ROLE analyst', 'CREATE ROLE `analyst`'],
  ['GRANT ROLE analyst TO USER ana', 'GRANT ROLE `analyst` TO USER `ana`'],
  ["REVOKE TOKEN 'my laptop' FROM USER ana", "REVOKE TOKEN 'my laptop' FROM USER `ana`"],
  ['revoke tokens from user ana', 'REVOKE TOKENS FROM USER `ana`'],
  ['REVOKE ROLE analyst FROM USER ana', 'REVOKE ROLE `analyst` FROM USER `ana`'],
  [
    'GRANT QUERY ON ontology.shop.schema.dsvc TO ROLE analyst',
    'GRANT QUERY ON ontology.`shop`.schema.`dsvc` TO ROLE `analyst`',
  ],
  [
    'REVOKE ADMIN ON datasource.shop.chinook FROM USER ana',
    'REVOKE ADMIN ON datasource.`shop`.`chinook` FROM USER `ana`',
  ],
  ['GRANT CREATE TO USER ana', 'GRANT CREATE ON ALL TO USER `ana`'],
  ['GRANT EDIT ON ALL USER TO ROLE desk', 'GRANT EDIT ON ALL USER TO ROLE `desk`'],
  ['REVOKE QUERY ON ALL DATASOURCE FROM ROLE desk', 'REVOKE QUERY ON ALL DATASOURCE FROM ROLE `desk`'],
  ['GRANT QUERY ON ALL ONTOLOGY TO USER ana', 'GRANT QUERY ON ALL TO USER `ana`'],
  [
    "CREATE OR REPLACE POLICY hide MASK PROPERTY email OF customer WITH partial(1, 'x') EXCEPT ROLE a, ROLE b",
    "CREATE OR REPLACE POLICY `hide`\n  MASK PROPERTY `email` OF `customer`\n  WITH `partial`(1, 'x')\n  EXCEPT ROLE `a`, `b`",
  ],
  [
    'CREATE POLICY hide MASK PROPERTY email WITH null',
    'CREATE POLICY `hide`\n  MASK PROPERTY `email`\n  WITH `null`()',
  ],
  [
    "CREATE POLICY own FILTER customer WHERE country = 'Norway' TO ROLE norway_desk",
    "CREATE POLICY `own`\n  FILTER `customer`\n  WHERE `country` = 'Norway'\n  TO ROLE `norway_desk`",
  ],
  ['show version', 'SHOW VERSION'],
  ['show tables in vsvc', 'SHOW TABLES IN `vsvc`'],
  ['SHOW TOKENS FOR `ana`', 'SHOW TOKENS FOR `ana`'],
  ['SHOW CREATE ONTOLOGY shop', 'SHOW CREATE ONTOLOGY `shop`'],
  ['DESC dsvc.track', 'DESCRIBE `dsvc`.`track`'],
  [
    "describe concept dsvc.track options (graph_depth = '1')",
    "DESCRIBE CONCEPT `dsvc`.`track` OPTIONS (`graph_depth` = '1')",
  ],
  ['DESCRIBE concept', 'DESCRIBE `concept`'],
  ['explain select 1', 'EXPLAIN SELECT 1'],
];

describe('statements in canonical form', () => {
  it.each(CASES)('%s', (sql, expected) => {
    expect(printStatement(parseOne(sql))).toBe(expected);
    expect(printStatement(parseOne(expected))).toBe(expected);
  });
});

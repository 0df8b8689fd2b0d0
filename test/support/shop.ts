/**
 * A shop whose tables have the keys that joins are optimized by, and the hard cases: foreign keys that are NULL in part or as a whole,
 * keys that are strings, a table of two concepts, conditions and strings in mappings.
 */
export const SHOP_TABLES: readonly string[] = [
  'CREATE TABLE land (code VARCHAR(4) PRIMARY KEY, name VARCHAR(20))',
  `CREATE TABLE client (id INTEGER PRIMARY KEY, name VARCHAR(20), land_code VARCHAR(4), boss_id INTEGER,
    FOREIGN KEY (land_code) REFERENCES land (code), FOREIGN KEY (boss_id) REFERENCES client (id))`,
  `CREATE TABLE bill (id INTEGER PRIMARY KEY, client_id INTEGER NOT NULL, payer_id INTEGER, total INTEGER,
    FOREIGN KEY (client_id) REFERENCES client (id), FOREIGN KEY (payer_id) REFERENCES client (id))`,
  `CREATE TABLE item (bill_id INTEGER NOT NULL, line INTEGER NOT NULL, ware VARCHAR(10), tag VARCHAR(10),
    PRIMARY KEY (bill_id, line), FOREIGN KEY (bill_id) REFERENCES bill (id))`,
  `CREATE TABLE remark (id INTEGER PRIMARY KEY, bill_id INTEGER, line INTEGER, words VARCHAR(20) UNIQUE,
    FOREIGN KEY (bill_id, line) REFERENCES item (bill_id, line))`,
  `CREATE TABLE pick (client_id INTEGER NOT NULL, bill_id INTEGER NOT NULL, PRIMARY KEY (client_id, bill_id),
    FOREIGN KEY (client_id) REFERENCES client (id), FOREIGN KEY (bill_id) REFERENCES bill (id))`,
  'CREATE TABLE badge (code VARCHAR(4), client_no VARCHAR(4) UNIQUE)',
  'CREATE TABLE visit (id INTEGER, client_no INTEGER)',
  "INSERT INTO land VALUES ('NO', 'Norway'), ('DE', 'Germany'), ('XX', NULL)",
  "INSERT INTO client VALUES (1, 'Ada', 'NO', NULL), (2, 'Bo', NULL, NULL), (3, 'Cy', 'DE', NULL)",
  "INSERT INTO client VALUES (4, NULL, 'XX', 1), (5, 'Ed', 'NO', 2)",
  "INSERT INTO client VALUES (6, 'Flo', 'DE', 4)",
  'INSERT INTO bill VALUES (1, 1, 2, 30), (2, 1, NULL, 5), (3, 3, 3, NULL), (4, 5, 1, 21), (5, 4, NULL, 100)',
  "INSERT INTO item VALUES (1, 1, 'nut', 'new'), (1, 2, 'bolt', NULL), (2, 1, NULL, 'old'), (4, 1, 'nut', NULL)",
  "INSERT INTO remark VALUES (1, 1, 1, 'good'), (2, 1, NULL, 'half'), (3, NULL, 2, 'other'), (4, NULL, NULL, NULL), (5, 4, 1, 'fine')", // prettier-ignore
  'INSERT INTO pick VALUES (1, 1), (1, 4), (2, 1), (6, 5)',
  'INSERT INTO visit VALUES (1, 1), (2, 1), (3, NULL), (4, 6)',
  "INSERT INTO badge VALUES ('b1', '1'), ('b2', '01'), ('b3', '3'), ('b4', NULL)",
];

/** Under the collation of MariaDB a child may have the key of its parent in small letters. */
export const SHOP_OF_ONE_CASE: readonly string[] = ["INSERT INTO client VALUES (7, 'Gus', 'no', NULL)"];

export const SHOP = `
CREATE CONCEPT land (land_code string, land_name string, PRIMARY KEY (land_code), LABEL (land_name));
CREATE CONCEPT named_land (named_code string, given_name string, PRIMARY KEY (named_code));
CREATE CONCEPT card (card_no integer, card_name string, PRIMARY KEY (card_no));
CREATE CONCEPT badge (badge_client integer, badge_code string, PRIMARY KEY (badge_client));
CREATE CONCEPT receipt (receipt_id integer, payer_name string, PRIMARY KEY (receipt_id));
CREATE CONCEPT summary (summary_client integer, bills integer, PRIMARY KEY (summary_client));
CREATE CONCEPT visit (
  visit_id integer, visitor integer, PRIMARY KEY (visit_id),
  CONSTRAINT by_client FOREIGN KEY (visitor) REFERENCES client (client_id) INVERSEOF visits
);
CREATE CONCEPT client (
  client_id integer, client_name string, land_code string, boss_id integer, PRIMARY KEY (client_id), LABEL (client_name),
  CONSTRAINT lives_in FOREIGN KEY (land_code) REFERENCES land (land_code) INVERSEOF home_of,
  CONSTRAINT lives_in_named FOREIGN KEY (land_code) REFERENCES named_land (named_code),
  CONSTRAINT has_boss FOREIGN KEY (boss_id) REFERENCES client (client_id) INVERSEOF boss_of,
  CONSTRAINT has_card FOREIGN KEY (client_id) REFERENCES card (card_no),
  CONSTRAINT has_badge FOREIGN KEY (client_id) REFERENCES badge (badge_client),
  CONSTRAINT has_summary FOREIGN KEY (client_id) REFERENCES summary (summary_client),
  CONSTRAINT picked MULTIREFERENCE bill INVERSEOF picked_by
);
CREATE CONCEPT bill (
  bill_id integer, client_id integer, payer_id integer, total integer, PRIMARY KEY (bill_id),
  CONSTRAINT placed_by FOREIGN KEY (client_id) REFERENCES client (client_id) INVERSEOF placed,
  CONSTRAINT paid_by FOREIGN KEY (payer_id) REFERENCES client (client_id) INVERSEOF paid
);
CREATE PROPERTY tag MULTIVALUE string;
CREATE CONCEPT item (
  bill_id integer, line integer, ware string, PRIMARY KEY (bill_id, line), CONSTRAINT tag MULTIVALUE string,
  CONSTRAINT on_bill FOREIGN KEY (bill_id) REFERENCES bill (bill_id) INVERSEOF has_item
);
CREATE CONCEPT remark (
  remark_id integer, bill_id integer, line integer, words string, PRIMARY KEY (remark_id),
  CONSTRAINT on_item FOREIGN KEY (bill_id, line) REFERENCES item (bill_id, line)
);
CREATE CONCEPT big_client INHERITS (client) FROM dsvc.client WHERE \`placed[bill].total\` > 20;
CREATE CONCEPT led_client INHERITS (client) FROM dsvc.client WHERE \`has_boss[client].client_id\` < 3;
CREATE CONCEPT led_big_client INHERITS (client) FROM dsvc.client WHERE \`placed[bill].total\` > 20 AND \`has_boss[client].client_name\` <> 'x';
CREATE CONCEPT idle_client INHERITS (client) FROM dsvc.client WHERE \`placed[bill].total\` IS NULL;
CREATE MAPPING map_land INTO (land) AS SELECT code AS land_code, name AS land_name FROM land;
CREATE MAPPING map_named INTO (named_land) AS SELECT code AS named_code, name AS given_name FROM land WHERE name IS NOT NULL;
CREATE MAPPING map_client INTO (client) AS SELECT id AS client_id, name AS client_name, land_code, boss_id FROM client;
CREATE MAPPING map_card INTO (card) AS SELECT id AS card_no, name AS card_name FROM client;
CREATE MAPPING map_badge INTO (badge) AS SELECT client_no AS badge_client, code AS badge_code FROM badge;
CREATE MAPPING map_summary (UNIQUE (summary_client), NOT NULL (summary_client))
  INTO (summary) WITHOUT PARSING AS SELECT client_id AS summary_client, COUNT(*) AS bills FROM bill GROUP BY client_id;
CREATE MAPPING map_visit (UNIQUE (visit_id), FOREIGN KEY (visitor) REFERENCES MAPPING map_client (client_id))
  INTO (visit) AS SELECT id AS visit_id, client_no AS visitor FROM visit;
CREATE MAPPING map_bill INTO (bill) AS SELECT id AS bill_id, client_id, payer_id, total FROM bill;
CREATE MAPPING map_receipt INTO (receipt) AS SELECT b.id AS receipt_id, name AS payer_name FROM bill b LEFT JOIN client c ON c.id = b.payer_id;
CREATE MAPPING map_item INTO (item) AS SELECT bill_id, line, ware FROM item;
CREATE MAPPING map_tag INTO (item) AS SELECT bill_id, line, tag FROM item;
CREATE MAPPING map_remark INTO (remark) AS SELECT id AS remark_id, bill_id, line, words FROM remark;
CREATE MAPPING map_pick (
  CONSTRAINT picked FOREIGN KEY (bill) REFERENCES bill (bill_id), CONSTRAINT picked_by FOREIGN KEY (client) REFERENCES client (client_id)
) AS SELECT bill_id AS bill, client_id AS client FROM pick;
CREATE VIEW bill_list AS SELECT entity_id, total, \`placed_by[client].client_name\` AS client, \`paid_by[client].client_name\` AS payer FROM dsvc.bill;
`;

import type { Caller } from '../../src/model';
import { compileText, ontologyOf, READER, UNMASKED } from '../support/compile';
import { rowsOf } from '../support/engines';
import { onEachEngine } from '../support/prove-rows';

const TABLES = [
  'CREATE TABLE client (id INT PRIMARY KEY, full_name VARCHAR(40), email VARCHAR(40), country VARCHAR(20), age INT)',
  "INSERT INTO client VALUES (1, 'Ann', 'ann@x.no', 'Norway', 30), (2, 'Bob', 'b', 'Spain', 40), (3, 'Cid', NULL, 'Norway', 50)",
  'CREATE TABLE orders (id INT PRIMARY KEY, client_id INT, amount INT)',
  'INSERT INTO orders VALUES (10, 1, 5), (11, 2, 50), (12, 2, 7), (13, 3, 9)',
];

const SCRIPT = `
CREATE PROPERTY contact string AS SELECT CONCAT(full_name, ' ', email);
CREATE CONCEPT party (party_name string);
CREATE CONCEPT client (id integer, full_name string, email string, country string, age integer, contact string,
  PRIMARY KEY (id), LABEL (full_name, email)) INHERITS (party);
CREATE MEASURE spent bigint AS SELECT SUM(amount);
CREATE CONCEPT purchase (purchase_id integer, client_id integer, amount integer, spent measure bigint, PRIMARY KEY (purchase_id),
  CONSTRAINT bought_by FOREIGN KEY (client_id) REFERENCES client (id) INVERSEOF bought);
CREATE CONCEPT big_client INHERITS (client) FROM dsvc.client WHERE \`bought[purchase].amount\` > 20;
CREATE MAPPING map_client INTO (client) AS SELECT id, full_name, email, country, age FROM client;
CREATE MAPPING map_purchase INTO (purchase) AS SELECT id AS purchase_id, client_id, amount FROM orders;
`;

const FILTERS = `
CREATE POLICY own_country FILTER client WHERE country = 'Norway' TO ROLE norway_desk;
CREATE POLICY spain FILTER client WHERE country = 'Spain' TO ROLE spain_desk;
CREATE POLICY no_big FILTER big_client WHERE age < 0 TO ROLE small_desk;
`;

const withRoles = (...roles: string[]): Caller => ({ ...READER, roles });

interface Sql {
  readonly script?: string;
  readonly caller?: Caller;
}

onEachEngine('policies', TABLES, (dialect, test) => {
  const ask = async (sql: string, { script = '', caller = READER }: Sql = {}) => {
    const query = compileText(ontologyOf(SCRIPT + script, dialect), sql, dialect, { caller });
    return rowsOf(test().engine, query);
  };

  it('masks by the name of a property, keeps NULL, and shows true values with UNMASK', async () => {
    const sql = 'SELECT email FROM client ORDER BY id';
    expect(await ask(sql)).toEqual([['XXXXXXXXX'], ['XXXXXXXXX'], [null]]);
    expect(await ask(sql, { caller: UNMASKED })).toEqual([['ann@x.no'], ['b'], [null]]);
  });

  it('reveals no masked value through filters, patterns, groups, orders, functions or joins', async () => {
    expect(await ask("SELECT id FROM client WHERE email = 'ann@x.no'")).toEqual([]);
    expect(await ask("SELECT id FROM client WHERE email LIKE 'a%'")).toEqual([]);
    expect(await ask('SELECT COUNT(DISTINCT email) FROM client')).toEqual([[1]]);
    expect(await ask('SELECT MAX(email), MIN(CHAR_LENGTH(email)) FROM client')).toEqual([['XXXXXXXXX', 9]]);
    expect(await ask('SELECT COUNT(*) FROM client a JOIN client b ON a.email = b.email')).toEqual([[4]]);
    expect(await ask('SELECT `bought_by[client].email` FROM purchase WHERE purchase_id = 10')).toEqual([['XXXXXXXXX']]);
  });

  it('masks calculated properties and labels that use a masked property', async () => {
    expect(await ask('SELECT contact, entity_label FROM client WHERE id = 1')).toEqual([
      ['XXXXXXXXX', 'Ann XXXXXXXXX'],
    ]);
  });

  it('masks calculations over a label or an id that uses a masked property', async () => {
    const script = `CREATE PROPERTY shout string AS SELECT UPPER(entity_label);
      CREATE PROPERTY code string AS SELECT CONCAT('#', entity_id);
      CREATE CONCEPT mailbox (email string, shout string, code string, PRIMARY KEY (email));
      CREATE MAPPING map_mailbox INTO (mailbox) AS SELECT email FROM client;
      CREATE PROPERTY loud string AS SELECT UPPER(entity_label);
      CREATE CONCEPT place (country string, loud string, PRIMARY KEY (country));
      CREATE MAPPING map_place INTO (place) AS SELECT DISTINCT country FROM client;`;
    expect(await ask('SELECT DISTINCT shout, code FROM mailbox', { script })).toEqual([['XXXXXXXXX', 'XXXXXXXXX']]);
    expect(await ask('SELECT loud FROM place ORDER BY country', { script })).toEqual([['NORWAY'], ['SPAIN']]);
    const below = `${script} CREATE PROPERTY roar string AS SELECT UPPER(entity_label);
      CREATE CONCEPT old_client (roar string) INHERITS (client) FROM svc.client WHERE age > 40;`;
    expect(await ask('SELECT roar FROM old_client', { script: below })).toEqual([['XXXXXXXXX']]);
    const counted = `${script} CREATE MEASURE last string AS SELECT MAX(entity_label);
      CREATE CONCEPT counter (email string, last measure string, PRIMARY KEY (email));
      CREATE MAPPING map_counter INTO (counter) AS SELECT email FROM client;`;
    expect(await ask('SELECT DISTINCT `measure.last` FROM counter', { script: counted })).toEqual([[null]]);
  });

  it('reveals nothing through NULL in calculations over a masked property', async () => {
    const script = `CREATE PROPERTY hint string AS SELECT IF(email LIKE 'a%', 'y', NULL);
      CREATE PROPERTY clue string WITH TAGS (classification = 'PII') AS SELECT IF(email LIKE 'a%', 'y', NULL);
      CREATE PROPERTY answer string AS SELECT LOWER(hint);
      CREATE CONCEPT person (hint string, clue string, answer string) INHERITS (client);
      CREATE MAPPING map_again INTO (person) AS SELECT id, full_name, email FROM client;`;
    const sql = 'SELECT hint, clue, answer FROM person ORDER BY id';
    const masked = ['XXXXXXXXX', 'XXXXXXXXX', 'XXXXXXXXX'];
    expect(await ask(sql, { script })).toEqual([masked, masked, masked]);
    expect(await ask('SELECT COUNT(hint), COUNT(*) FROM person', { script })).toEqual([[3, 3]]);
    expect(await ask(sql, { script, caller: UNMASKED })).toEqual([
      ['y', 'y', 'y'],
      [null, null, null],
      [null, null, null],
    ]);
  });

  it('masks the columns of links by name and by policy, and the measures over them', async () => {
    const script = `CREATE PROPERTY agreed string;
      CREATE MEASURE last_contact string AS SELECT MAX(\`met[client]_email\`);
      CREATE CONCEPT desk (desk_id integer, last_contact measure string, PRIMARY KEY (desk_id), CONSTRAINT met MULTIREFERENCE client INVERSEOF met_by);
      CREATE CONCEPT deal (agreed string) INHERITS (thing);
      CREATE MAPPING map_desk INTO (desk) AS SELECT id AS desk_id FROM orders;
      CREATE MAPPING map_met (CONSTRAINT met FOREIGN KEY (id) REFERENCES client (id), CONSTRAINT met_by FOREIGN KEY (desk_id) REFERENCES desk (desk_id))
        AS SELECT id AS id, id + 9 AS desk_id, email AS email, full_name AS agreed, age AS password, country AS country FROM client;
      CREATE POLICY agreements MASK PROPERTY agreed WITH partial(1, 0);`;
    const sql =
      'SELECT `met[client]_email`, `met[client]_agreed`, `met[client]_password`, `met[client]_country` FROM desk ORDER BY desk_id';
    const none = [null, null, null, null];
    const shown = await ask(sql, { script });
    expect(shown.map((row) => [row[0], row[1], row[3]])).toEqual([
      ['XXXXXXXXX', 'AXXXXXXXXX', 'Norway'],
      ['XXXXXXXXX', 'BXXXXXXXXX', 'Spain'],
      [null, 'CXXXXXXXXX', 'Norway'],
      [null, null, null],
    ]);
    expect(JSON.stringify(shown)).not.toMatch(/[345]0/);
    expect(await ask("SELECT desk_id FROM desk WHERE `met[client]_email` = 'b'", { script })).toEqual([]);
    expect(await ask('SELECT `measure.last_contact` FROM desk', { script })).toEqual([[null]]);
    expect((await ask(sql, { script, caller: UNMASKED })).slice(1)).toEqual([
      ['b', 'Bob', 40, 'Spain'],
      [null, 'Cid', 50, 'Norway'],
      none,
    ]);
  });

  it('masks through a parent, a logic concept and a view alike', async () => {
    const script = 'CREATE VIEW mails AS SELECT email AS mail FROM client;';
    expect(await ask("SELECT email FROM esvc.party WHERE entity_id = '1'", { script })).toEqual([['XXXXXXXXX']]);
    expect(await ask('SELECT email FROM big_client', { script })).toEqual([['XXXXXXXXX']]);
    expect(await ask('SELECT DISTINCT mail FROM vsvc.mails WHERE mail IS NOT NULL', { script })).toEqual([
      ['XXXXXXXXX'],
    ]);
  });

  it.each([
    ["constant('hidden')", [['hidden'], ['hidden'], [null]]],
    ['partial(1, 2)', [['aXXXXXXXXXno'], ['XXXXXXXXX'], [null]]],
    ['null', [[null], [null], [null]]],
  ])('masks with %s', async (mask, expected) => {
    const script = `CREATE POLICY m MASK PROPERTY email WITH ${mask};`;
    expect(await ask('SELECT email FROM client ORDER BY id', { script })).toEqual(expected);
  });

  it('masks with a keyed hash: equal values stay equal, and guessing needs the key', async () => {
    const script = 'CREATE POLICY m MASK PROPERTY full_name WITH hash();';
    const rows = await ask('SELECT full_name, full_name = full_name FROM client WHERE id = 1', { script });
    expect(rows).toEqual([[expect.stringMatching(/^[0-9a-f]{64}$/), 1]]);
    expect(await ask("SELECT id FROM client WHERE full_name = 'Ann'", { script })).toEqual([]);
  });

  it('masks for one concept only, and not for the excepted role', async () => {
    const script = "CREATE POLICY m MASK PROPERTY country OF big_client WITH constant('?') EXCEPT ROLE support;";
    expect(await ask('SELECT country FROM client ORDER BY id', { script })).toEqual([['Norway'], ['?'], ['Norway']]);
    const named = "CREATE POLICY m MASK PROPERTY email WITH constant('?') EXCEPT ROLE support;";
    expect(await ask('SELECT email FROM client WHERE id = 2', { script: named, caller: withRoles('support') })).toEqual(
      [['b']],
    );
    expect(await ask('SELECT email FROM client WHERE id = 2', { script: named })).toEqual([['?']]);
  });

  it('masks entities of a logic concept on every path, and values from a mapping of a parent', async () => {
    const script = `CREATE PROPERTY shout string AS SELECT UPPER(country);
      CREATE CONCEPT buyer (shout string, CONSTRAINT alias MULTIVALUE string, CONSTRAINT nick MULTIVALUE string) INHERITS (client);
      CREATE CONCEPT old_buyer INHERITS (buyer) FROM dsvc.buyer WHERE age > 35;
      CREATE CONCEPT friend (CONSTRAINT nick MULTIVALUE string) INHERITS (buyer);
      CREATE MAPPING map_friend INTO (friend) AS SELECT id, full_name, country, age FROM client;
      CREATE MAPPING map_alias INTO (buyer) AS SELECT id, full_name AS alias, country AS nick FROM client;
      CREATE POLICY c MASK PROPERTY country OF old_buyer WITH constant('?');
      CREATE POLICY a MASK PROPERTY alias OF old_buyer WITH partial(1, 0);
      CREATE POLICY n MASK PROPERTY nick OF friend WITH constant('?');`;
    const rows = async (sql: string): Promise<unknown> => ask(sql, { script });
    expect(await rows('SELECT country FROM old_buyer ORDER BY id')).toEqual([['?'], ['?']]);
    expect(await rows('SELECT country FROM friend ORDER BY id')).toEqual([['Norway'], ['?'], ['?']]);
    expect(await rows("SELECT id FROM friend WHERE country = 'Spain'")).toEqual([]);
    expect(await rows('SELECT DISTINCT shout FROM friend')).toEqual([['XXXXXXXXX']]);
    expect(await rows('SELECT alias FROM friend ORDER BY id')).toEqual([
      ['AXXXXXXXXX'],
      ['BXXXXXXXXX'],
      ['CXXXXXXXXX'],
    ]);
    expect(await rows('SELECT DISTINCT nick FROM buyer')).toEqual([['?']]);
    expect(await ask('SELECT country FROM old_buyer ORDER BY id', { script, caller: UNMASKED })).toEqual([
      ['Spain'],
      ['Norway'],
    ]);
  });

  it('returns NULL for a masked number and hashes an entity_id over a masked key', async () => {
    const script =
      "CREATE POLICY m MASK PROPERTY age WITH hash(); CREATE POLICY k MASK PROPERTY id WITH constant('?');";
    const rows = await ask("SELECT age, id, entity_id FROM client WHERE country = 'Spain'", { script });
    expect(rows).toEqual([[null, null, expect.stringMatching(/^[0-9a-f]{64}$/)]]);
  });

  it('hides rows from the role on every path to the entity', async () => {
    const seen = { script: FILTERS, caller: withRoles('norway_desk') };
    expect(await ask('SELECT id FROM client ORDER BY id', seen)).toEqual([[1], [3]]);
    expect(await ask('SELECT entity_id FROM svc.party ORDER BY entity_id', seen)).toEqual([['1'], ['3']]);
    expect(await ask('SELECT id FROM big_client', seen)).toEqual([]);
    expect(await ask('SELECT purchase_id, `bought_by[client].full_name` FROM purchase ORDER BY 1', seen)).toEqual([
      [10, 'Ann'],
      [11, null],
      [12, null],
      [13, 'Cid'],
    ]);
    expect(await ask('SELECT COUNT(*) FROM thing WHERE entity_type = "client"', seen)).toEqual([[2]]);
    expect(await ask('SELECT `bought_by[client].country`, `measure.spent` FROM purchase ORDER BY 1', seen)).toEqual([
      [null, 57],
      ['Norway', 14],
    ]);
  });

  it('shows all rows to others, combines policies of one concept by OR, of several by AND', async () => {
    expect(await ask('SELECT COUNT(*) FROM client', { script: FILTERS })).toEqual([[3]]);
    expect(
      await ask('SELECT COUNT(*) FROM client', { script: FILTERS, caller: withRoles('norway_desk', 'spain_desk') }),
    ).toEqual([[3]]);
    expect(
      await ask('SELECT id FROM client', { script: FILTERS, caller: withRoles('spain_desk', 'small_desk') }),
    ).toEqual([]);
    expect(
      await ask('SELECT id FROM client ORDER BY id', { script: FILTERS, caller: withRoles('small_desk') }),
    ).toEqual([[1], [3]]);
  });

  it('computes the conditions of the ontology on all rows, including those hidden from the caller', async () => {
    const script = 'CREATE POLICY few FILTER purchase WHERE amount < 10 TO ROLE clerk;';
    const clerk = { script, caller: withRoles('clerk') };
    expect(await ask('SELECT id FROM big_client', clerk)).toEqual([[2]]);
    expect(await ask('SELECT purchase_id FROM purchase ORDER BY 1', clerk)).toEqual([[10], [12], [13]]);
  });

  it('computes their sub-queries on all rows and true values, with the right to the concept alone', async () => {
    const script = `
      CREATE CONCEPT spender INHERITS (client) FROM svc.client WHERE id IN (SELECT client_id FROM dsvc.purchase WHERE amount > 20);
      CREATE CONCEPT addressee INHERITS (client) FROM svc.client WHERE EXISTS (SELECT 1 FROM client c WHERE c.email = 'b' AND c.id = client.id);
      CREATE POLICY few FILTER purchase WHERE amount < 10 TO ROLE clerk;`;
    const grants = [{ right: 'QUERY', resource: { kind: 'ontology', ontology: 'test', schema: 'svc' } }] as const;
    const clerk = { script, caller: { ...withRoles('clerk'), grants } };
    expect(await ask('SELECT id FROM svc.spender', clerk)).toEqual([[2]]);
    expect(await ask('SELECT id FROM svc.addressee', clerk)).toEqual([[2]]);
  });

  it('computes views and measures in their sub-queries on all rows and true values', async () => {
    const script = `
      CREATE VIEW mails AS SELECT id AS number, email AS address FROM dsvc.client;
      CREATE VIEW spendings AS SELECT client_id, \`measure.spent\` AS total FROM dsvc.purchase GROUP BY client_id;
      CREATE CONCEPT addressee INHERITS (client) FROM svc.client WHERE id IN (SELECT number FROM vsvc.mails WHERE address = 'b');
      CREATE CONCEPT spender INHERITS (client) FROM svc.client WHERE id IN (SELECT client_id FROM vsvc.spendings WHERE total > 50);
      CREATE CONCEPT buyer INHERITS (client) FROM svc.client
        WHERE 8 < (SELECT \`measure.spent\` FROM purchase p WHERE p.client_id = client.id);
      CREATE POLICY few FILTER purchase WHERE amount < 10 TO ROLE clerk;
      CREATE POLICY none FILTER client WHERE id IN (SELECT number FROM vsvc.mails WHERE address IS NULL OR address = 'b') TO ROLE clerk;
      CREATE POLICY amounts MASK PROPERTY amount WITH null();`;
    const clerk = { script, caller: withRoles('clerk') };
    expect(await ask('SELECT id FROM addressee', clerk)).toEqual([[2]]);
    expect(await ask('SELECT id FROM spender', clerk)).toEqual([[2]]);
    expect(await ask('SELECT id FROM buyer ORDER BY id', clerk)).toEqual([[2], [3]]);
    expect(await ask('SELECT id FROM client ORDER BY id', clerk)).toEqual([[2], [3]]);
    expect(await ask('SELECT address FROM vsvc.mails ORDER BY number', clerk)).toEqual([['XXXXXXXXX'], [null]]);
    expect(await ask('SELECT client_id, total FROM vsvc.spendings ORDER BY 1', clerk)).toEqual([
      [1, null],
      [2, null],
      [3, null],
    ]);
  });

  it('keeps a masked measure one value for each group', async () => {
    const script = 'CREATE POLICY amounts MASK PROPERTY amount WITH null();';
    expect(await ask('SELECT `measure.spent` FROM purchase', { script })).toEqual([[null]]);
    expect(await ask('SELECT `measure.spent` FROM purchase WHERE purchase_id < 0', { script })).toEqual([[null]]);
    expect(await ask('SELECT `measure.spent` + 1 AS s, COUNT(*) FROM purchase', { script })).toEqual([[null, 4]]);
    expect(
      await ask('SELECT client_id, `measure.spent` FROM purchase ORDER BY `measure.spent`, 1', { script }),
    ).toEqual([
      [1, null],
      [2, null],
      [3, null],
    ]);
    expect(await ask('SELECT SUM(`measure.spent`) FROM purchase HAVING `measure.spent` > 0', { script })).toEqual([]);
    expect(await ask('SELECT `measure.spent` FROM purchase', { script, caller: UNMASKED })).toEqual([[71]]);
  });

  it('lets the condition of a filter policy read all entities of its own concept', async () => {
    const script =
      'CREATE POLICY oldest FILTER client WHERE age = (SELECT MAX(c.age) FROM client c WHERE c.country = client.country) TO ROLE clerk;';
    expect(await ask('SELECT id FROM client ORDER BY id', { script, caller: withRoles('clerk') })).toEqual([[2], [3]]);
  });
});

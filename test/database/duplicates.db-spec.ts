import { compileText, fixtureOntology } from '../support/compile';
import { onEachEngine, proveRows } from '../support/prove-rows';

const TABLES = [
  'CREATE TABLE parties (id INTEGER PRIMARY KEY, full_name VARCHAR(20))',
  'CREATE TABLE workers (party_id INTEGER PRIMARY KEY REFERENCES parties (id), called VARCHAR(20), wage INTEGER)',
  'CREATE TABLE chiefs (worker_id INTEGER NOT NULL REFERENCES workers (party_id), budget INTEGER, PRIMARY KEY (worker_id))', // prettier-ignore
  "INSERT INTO parties VALUES (1, 'Ada King'), (2, 'Bob'), (3, 'Cy'), (4, 'Dora')",
  "INSERT INTO workers VALUES (1, 'Ada', 200), (2, 'Bob', 50), (3, 'Cy', 300)",
  'INSERT INTO chiefs VALUES (1, 1000), (3, 500)',
  'CREATE TABLE articles (code VARCHAR(9) PRIMARY KEY, kind VARCHAR(9), title VARCHAR(20))',
  'CREATE TABLE gifts (code VARCHAR(9), title VARCHAR(20))',
  "INSERT INTO articles VALUES ('b1', 'book', 'Dune'), ('b2', 'book', 'Emma'), ('f1', 'film', 'Dune'), ('x1', NULL, 'Odd')",
  "INSERT INTO gifts VALUES ('f1', 'Dune, wrapped'), ('g1', 'Mug'), ('g1', 'Mug'), ('g2', NULL), (NULL, 'Nothing')",
];

onEachEngine('overlaps', TABLES, (dialect, test) => {
  proveRows('overlaps', dialect, test, [
    {
      name: 'an entity comes once, as the most specific of its concepts, with what that mapping says of it',
      sql: 'SELECT party_id, entity_type, party_name, wage, budget FROM dsvc.party',
      rows: [
        [1, 'chief', null, null, 1000],
        [3, 'chief', null, null, 500],
        [2, 'worker', 'Bob', 50, null],
        [4, 'party', 'Dora', null, null],
      ],
    },
    { name: 'a count counts entities', sql: 'SELECT COUNT(*) FROM party', rows: [[4]] },
    {
      name: 'keys alone need only the table that contains all of them',
      sql: 'SELECT party_id FROM party',
      rows: [[1], [2], [3], [4]],
    },
    {
      name: 'a filter looks at the row that is kept',
      sql: "SELECT party_id FROM party WHERE party_name LIKE 'Ada%'",
      rows: [],
    },
    {
      name: 'a type below has its own entities only',
      sql: "SELECT party_id FROM party WHERE entity_type = 'worker'",
      rows: [[2]],
    },
    { name: 'a logic concept contains them once', sql: 'SELECT party_id FROM rich_worker', rows: [] },
    {
      name: 'types of one table are distinguished, and an entity of two mappings is returned once',
      sql: 'SELECT code, entity_type, title FROM thing_sold',
      rows: [
        ['b1', 'book', 'Dune'],
        ['b2', 'book', 'Emma'],
        ['f1', 'film', 'Dune'],
        ['g1', 'gift', 'Mug'],
        ['g2', 'gift', null],
      ],
    },
    {
      name: 'a row that a mapping repeats counts once',
      sql: 'SELECT COUNT(*), COUNT(title) FROM gift',
      rows: [[3, 2]],
    },
    {
      name: 'equal looks are no equal entities',
      sql: "SELECT title FROM thing_sold WHERE title = 'Dune'",
      rows: [['Dune'], ['Dune']],
    },
  ]);

  const sqlOf = (sql: string): string =>
    compileText(fixtureOntology('overlaps', dialect), sql, dialect, { findTable: test().findTable }).sql;

  it('reads one table if it contains all that is needed', () => {
    expect(sqlOf('SELECT COUNT(*) FROM party')).not.toMatch(/workers|chiefs|EXISTS/);
  });

  it('skips the check for duplicates between disjoint mappings, by discriminator or by declaration', () => {
    const sql = sqlOf('SELECT code FROM book');
    expect(sql).not.toMatch(/EXISTS|DISTINCT/);
    expect(sqlOf('SELECT code FROM thing_sold').match(/EXISTS/g)).toHaveLength(1);
  });
});

import { type FindTable, compileText, ontologyOf } from '../../../test/support/compile';
import { findTableIn } from '../../../test/support/tables';

const ontology = ontologyOf(
  `
  CREATE CONCEPT parent (id integer, name string, PRIMARY KEY (id));
  CREATE CONCEPT child (id integer, parent integer, PRIMARY KEY (id), CONSTRAINT belongs_to FOREIGN KEY (parent) REFERENCES parent (id));
  CREATE CONCEPT written (id integer, PRIMARY KEY (id));
  CREATE MAPPING parents INTO (parent) AS SELECT id, name FROM parents;
  CREATE MAPPING children INTO (child) AS SELECT id, parent FROM children;
  CREATE MAPPING texts INTO (written) WITHOUT PARSING AS SELECT id FROM parents;
`,
  'duckdb',
);
const findBaseTable = findTableIn('parents(id*#, name$)\nchildren(id*#, parent# > parents.id)');
const findView: FindTable = (source, parts) => {
  const table = findBaseTable?.(source, parts);
  return table && { ...table, isView: table.name === 'parents' };
};
const readsBaseTables = (sql: string, findTable?: FindTable) =>
  compileText(ontology, sql, 'duckdb', { ...(findTable && { findTable }) }).readsBaseTables;

const OF_PARENTS = [
  'SELECT name FROM parent WHERE id = 7',
  'SELECT id, `belongs_to[parent].name` FROM child',
  'SELECT id FROM child WHERE id NOT IN (SELECT id + 1 FROM parent)',
  'SELECT id + (SELECT COUNT(*) FROM parent) FROM child',
  'SELECT d.id FROM (SELECT id, name FROM parent LIMIT 3) d',
  'WITH c AS (SELECT id FROM parent LIMIT 3) SELECT c.id FROM c JOIN child ON child.id = c.id',
  'SELECT id FROM child UNION SELECT id FROM parent',
  'SELECT a.id FROM child a JOIN child b ON a.id = b.id AND EXISTS (SELECT 1 FROM parent WHERE parent.id = b.id)',
];

describe('readsBaseTables', () => {
  it.each([...OF_PARENTS, 'SELECT name, COUNT(*) FROM parent GROUP BY name', 'SELECT 1'])('is true for %s', (sql) => {
    expect(readsBaseTables(sql, findBaseTable)).toBe(true);
  });

  it.each(OF_PARENTS)('is false for a view: %s', (sql) => {
    expect(readsBaseTables(sql, findView)).toBe(false);
  });

  it('is false for unknown tables and unparsed mappings', () => {
    expect(readsBaseTables('SELECT name FROM parent')).toBe(false);
    expect(readsBaseTables('SELECT id FROM written', findBaseTable)).toBe(false);
  });
});

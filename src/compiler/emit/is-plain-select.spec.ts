import { type FindTable, compileText, ontologyOf } from '../../../test/support/compile';
import { findTableIn } from '../../../test/support/tables';

const ontology = ontologyOf(`
  CREATE CONCEPT parent (id integer, name string, PRIMARY KEY (id));
  CREATE CONCEPT child (id integer, parent integer, PRIMARY KEY (id), CONSTRAINT belongs_to FOREIGN KEY (parent) REFERENCES parent (id));
  CREATE MAPPING parents INTO (parent) AS SELECT id, name FROM parents;
  CREATE MAPPING children INTO (child) AS SELECT id, parent FROM children;
`);
const findBaseTable = findTableIn('parents(id*#, name$)\nchildren(id*#, parent# > parents.id)');
const findView: FindTable = (source, parts) => {
  const table = findBaseTable?.(source, parts);
  return table && { ...table, isView: table.name === 'parents' };
};
const isPlain = (sql: string, findTable?: FindTable) =>
  compileText(ontology, sql, 'mysql', { ...(findTable && { findTable }) }).isPlainSelect;

describe('isPlainSelect', () => {
  it.each([
    'SELECT name FROM parent WHERE id = 7',
    'SELECT id, `belongs_to[parent].name` FROM child WHERE id IN (1, 2) ORDER BY id DESC LIMIT 3',
    'SELECT COUNT(*) FROM parent',
    'SELECT id FROM parent UNION ALL SELECT parent FROM child WHERE id = 3 UNION ALL SELECT id FROM child',
    'SELECT id FROM (SELECT id, name FROM parent UNION ALL SELECT id, NULL AS name FROM child) u WHERE id > 3',
    'SELECT parent.id, n.i FROM parent LEFT JOIN (SELECT 1 AS i UNION ALL SELECT 2) n ON TRUE',
  ])('is true over base tables: %s', (sql) => {
    expect(isPlain(sql, findBaseTable)).toBe(true);
  });

  it.each([
    'SELECT name FROM parent WHERE id = (SELECT MAX(parent) FROM child)',
    'SELECT name FROM parent WHERE id NOT IN (SELECT parent FROM child WHERE id > 3)',
    'SELECT id + (SELECT COUNT(*) FROM child) FROM parent',
    'SELECT d.id FROM (SELECT id FROM parent LIMIT 3) d',
    'WITH c AS (SELECT id FROM parent LIMIT 3) SELECT id FROM c',
    'SELECT id FROM parent UNION SELECT id FROM child',
    'SELECT id FROM parent UNION ALL SELECT MAX(id) FROM child GROUP BY parent',
    'SELECT id FROM parent UNION ALL SELECT id FROM child ORDER BY id',
    'SELECT id FROM parent UNION ALL (SELECT id FROM child LIMIT 3)',
    'SELECT parent.id, n.i FROM parent JOIN (SELECT 1 AS i UNION SELECT 2) n ON TRUE',
    'SELECT name, COUNT(*) FROM parent GROUP BY name',
    'SELECT id, ROW_NUMBER() OVER (ORDER BY name) FROM parent',
  ])('is false with subqueries, groups or windows: %s', (sql) => {
    expect(isPlain(sql, findBaseTable)).toBe(false);
  });

  it('is false over views and unknown tables', () => {
    expect(isPlain('SELECT name FROM parent WHERE id = 7', findView)).toBe(false);
    expect(isPlain('SELECT `belongs_to[parent].name` FROM child', findView)).toBe(false);
    expect(isPlain('SELECT name FROM parent WHERE id = 7')).toBe(false);
  });
});

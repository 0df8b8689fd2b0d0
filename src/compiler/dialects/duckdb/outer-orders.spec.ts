import { compileText, ontologyOf } from '../../../../test/support/compile';
import type { DialectName } from '../../../model';

const MODEL = `
  CREATE CONCEPT parent (id integer, name string, PRIMARY KEY (id));
  CREATE CONCEPT child (id integer, parent integer, PRIMARY KEY (id), CONSTRAINT belongs_to FOREIGN KEY (parent) REFERENCES parent (id));
  CREATE MAPPING parents INTO (parent) AS SELECT id, name FROM parents;
  CREATE MAPPING children INTO (child) AS SELECT id, parent FROM children;
`;
const sqlOf = (query: string, dialect: DialectName = 'duckdb'): string =>
  compileText(ontologyOf(MODEL, dialect), query, dialect).sql;

const NAME = '`belongs_to[parent].name`';
const ofChildren = (order: string): string => `SELECT id, ${NAME} AS name FROM child ORDER BY ${order}`;

describe('outer joins with LIMIT on DuckDB', () => {
  it.each([
    ofChildren(`${NAME} LIMIT 3`),
    ofChildren(`${NAME}, id LIMIT 3 OFFSET 2`),
    `SELECT d.name FROM (${ofChildren('id LIMIT 9')}) d ORDER BY d.name LIMIT 3`,
    `SELECT id FROM child WHERE id IN (SELECT d.id FROM (${ofChildren(`${NAME} LIMIT 3`)}) d)`,
  ])('sorts by the presence of a value first: %s', (query) => {
    expect(sqlOf(query)).toMatch(/IS NULL\) AS INTEGER\) DESC, /);
  });

  it.each([
    ofChildren(NAME),
    ofChildren(`${NAME} DESC LIMIT 3`),
    'SELECT id, parent FROM child ORDER BY parent LIMIT 3',
    ofChildren('parent LIMIT 3'),
    `SELECT ${NAME} AS name, COUNT(*) AS n FROM child GROUP BY name ORDER BY name LIMIT 3`,
    `SELECT DISTINCT ${NAME} AS name FROM child ORDER BY name LIMIT 3`,
  ])('keeps the order when no rows are cut off early: %s', (query) => {
    expect(sqlOf(query)).not.toMatch(/IS NULL\) AS INTEGER/);
  });

  it('keeps the order for other engines', () => {
    expect(sqlOf(ofChildren(`${NAME} LIMIT 3`), 'mysql')).not.toMatch(/IS NULL\) AS INTEGER/);
  });
});

import { compileText, ontologyOf } from '../../../test/support/compile';

const ontology = ontologyOf(`
  CREATE CONCEPT parent (id integer, name string, PRIMARY KEY (id));
  CREATE CONCEPT child (id integer, parent integer, PRIMARY KEY (id), CONSTRAINT belongs_to FOREIGN KEY (parent) REFERENCES parent (id));
  CREATE MAPPING parents INTO (parent) AS SELECT id, name FROM parents;
  CREATE MAPPING children INTO (child) AS SELECT id, parent FROM children;
`);

describe('mostRows', () => {
  it.each<[sql: string, most: number | undefined]>([
    ['SELECT name FROM parent', undefined],
    ['SELECT name FROM parent WHERE id = 7', undefined],
    ['SELECT name FROM parent LIMIT 3', 3],
    ['SELECT name FROM parent LIMIT 0', 0],
    ['SELECT id FROM parent UNION ALL SELECT id FROM child LIMIT 20 OFFSET 5', 20],
    ['SELECT id FROM parent UNION ALL (SELECT id FROM child LIMIT 3)', undefined],
    ['SELECT COUNT(*) FROM parent', 1],
    ['SELECT 1 + MAX(id), MIN(name) FROM parent LIMIT 500', 1],
    ['SELECT MAX(id) FROM parent GROUP BY name', undefined],
    ['SELECT MAX(id) FROM parent GROUP BY name LIMIT 7', 7],
    ['SELECT MAX(id) OVER (PARTITION BY name) FROM parent', undefined],
    ['SELECT id, (SELECT MAX(c.id) FROM child c WHERE c.parent = p.id) FROM parent p', undefined],
    ['SELECT MAX(id) FROM parent UNION ALL SELECT id FROM child', undefined],
  ])('of %s is %s', (sql, most) => {
    expect(compileText(ontology, sql, 'postgresql').mostRows).toBe(most);
  });
});

import { DATA_SOURCE_TYPE_NAMES, dialectOf } from '../../src/compiler/dialects';
import type * as Table from '../../src/compiler/dialects/table';
import { emitPlan } from '../../src/compiler/emit';
import { buildOntology, readScript } from '../../src/compiler/ontology';
import { optimizePlan } from '../../src/compiler/optimize';
import { parseStatements } from '../../src/compiler/statement';
import type { Ontology } from '../../src/model';
import { planText } from '../support/compile';
import type * as Toy from '../support/toy-dialect';

/** Adds the dialect to the table. */
jest.mock('../../src/compiler/dialects/table', () => {
  const table = jest.requireActual<typeof Table>('../../src/compiler/dialects/table');
  const { toy } = jest.requireActual<typeof Toy>('../support/toy-dialect');
  return { ...table, DIALECTS: { ...table.DIALECTS, toy } };
});

const MODEL = `
  CREATE CONCEPT person (id integer, name string, born date, PRIMARY KEY (id));
  CREATE CONCEPT city (code string, title string, PRIMARY KEY (code));
  CREATE CONCEPT resident (home string, CONSTRAINT lives_in FOREIGN KEY (home) REFERENCES city (code) INVERSEOF houses) INHERITS (person);
  CREATE CONCEPT guest (room integer) INHERITS (person);
  CREATE MAPPING cities INTO (city) AS SELECT code, title FROM cities;
  CREATE MAPPING residents INTO (resident) AS SELECT id, name, born, home FROM residents;
  CREATE MAPPING guests INTO (guest) AS SELECT id, name, born, room FROM guests;
`;

function toyOntology(): Ontology {
  const source = "CREATE DATASOURCE `source` TYPE toy OPTIONS (address = 'somewhere');";
  return buildOntology(readScript(`CREATE ONTOLOGY \`test\`; ${source} ${MODEL}`), 'version');
}

function compile(statement: string): string {
  const ontology = toyOntology();
  const plan = planText(ontology, statement);
  const dialect = dialectOf(ontology.dataSources.get(plan.dataSource ?? '')?.type);
  return emitPlan(optimizePlan(plan, dialect), dialect).sql;
}

describe('a dialect from one folder and one line in the table', () => {
  it('is a type of data source, with the options that it needs', () => {
    expect(DATA_SOURCE_TYPE_NAMES).toContain('toy');
    expect(() => readScript('CREATE ONTOLOGY a; CREATE DATASOURCE b TYPE toy OPTIONS (host = 1)')).toThrow(
      'a toy data source needs the option address',
    );
    expect(() => parseStatements('CREATE DATASOURCE b TYPE tay OPTIONS (host = 1)')).toThrow(/TOY/);
  });

  it.each([
    [
      "SELECT name FROM person WHERE born < '2000-01-01' ORDER BY name, id LIMIT 5 OFFSET 10",
      'SELECT [person].[name] AS [name] FROM (SELECT [residents].[name] AS [name], [residents].[id] AS [id] FROM [residents] WHERE [residents].[id] IS NOT NULL AND [residents].[born] < ? UNION ALL SELECT [guests].[name] AS [name], [guests].[id] AS [id] FROM [guests] WHERE [guests].[id] IS NOT NULL AND [guests].[born] < ?) AS [person] ORDER BY [name], [person].[id] OFFSET 10 ROWS FETCH NEXT 5 ROWS ONLY',
    ],
    [
      "SELECT name, `lives_in[city].title` AS city FROM resident WHERE `lives_in[city].title` LIKE 'O%'",
      'SELECT [resident].[name] AS [name], [lives_in].[title] AS [city] FROM [residents] AS [resident] JOIN [cities] AS [lives_in] ON [resident].[home] = [lives_in].[code] WHERE [resident].[id] IS NOT NULL AND [lives_in].[title] LIKE ?',
    ],
    [
      "SELECT CONCAT(name, '!') AS n, CHAR_LENGTH(name) AS c, id > 3 AS late FROM guest",
      'SELECT ([guest].[name] + ?) AS [n], LEN([guest].[name]) AS [c], IIF([guest].[id] > ?, 1, 0) AS [late] FROM [guests] AS [guest] WHERE [guest].[id] IS NOT NULL',
    ],
    [
      'SELECT room, COUNT(*) AS n FROM guest GROUP BY room WITH ROLLUP HAVING COUNT(*) > 1',
      'SELECT [guest].[room] AS [room], COUNT(*) AS [n] FROM (SELECT [guests].[room] AS [room] FROM [guests] WHERE [guests].[id] IS NOT NULL) AS [guest] GROUP BY ROLLUP ([guest].[room]) HAVING COUNT(*) > 0 AND COUNT(*) > ?',
    ],
    [
      'SELECT COUNT(*) AS n FROM person',
      'SELECT COUNT(*) AS [n] FROM (SELECT 1 AS [present] FROM [residents] WHERE [residents].[id] IS NOT NULL UNION ALL SELECT 1 AS [present] FROM [guests] WHERE [guests].[id] IS NOT NULL) AS [person]',
    ],
    [
      'SELECT title, ROW_NUMBER() OVER (ORDER BY code DESC) AS place FROM city WHERE EXISTS (SELECT 1 FROM resident r WHERE r.home = code)',
      'SELECT [city].[title] AS [title], ROW_NUMBER() OVER (ORDER BY [city].[code] DESC) AS [place] FROM [cities] AS [city] WHERE [city].[code] IS NOT NULL AND EXISTS (SELECT ? AS [1] FROM [residents] AS [r] WHERE [r].[id] IS NOT NULL AND [r].[home] = [city].[code])',
    ],
    [
      'SELECT id FROM guest WHERE YEAR(born) < 1990',
      'SELECT [guest].[id] AS [id] FROM [guests] AS [guest] WHERE [guest].[id] IS NOT NULL AND YEAR([guest].[born]) < ?',
    ],
  ])('compiles %s', (statement, sql) => {
    expect(compile(statement)).toBe(sql);
  });

  it('routes statements that read no data source to the embedded engine', () => {
    expect(planText(toyOntology(), 'SELECT 1').dataSource).toBeUndefined();
    expect(dialectOf(undefined).name).not.toBe('toy');
  });
});

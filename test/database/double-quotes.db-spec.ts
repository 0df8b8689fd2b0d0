import type { DialectName } from '../../src/model';
import { compileText, definedOntology } from '../support/compile';
import { rowsOf } from '../support/engines';
import { onEachEngine } from '../support/prove-rows';

const TABLES = [
  'CREATE TABLE places (LOCATION_ID VARCHAR(10), CITY VARCHAR(20))',
  "INSERT INTO places VALUES ('1', 'Oslo'), ('2', 'Bergen'), ('3', 'Oslo')",
];
const CONCEPT =
  'CREATE CONCEPT place (place_id integer, city string, PRIMARY KEY (place_id)); CREATE MAPPING m INTO (place) AS';

/** The same tables on PostgreSQL, which folds names without quotes to lower case. */
const tables = (dialect: DialectName): readonly string[] =>
  dialect === 'postgresql' ? TABLES.map((text) => text.replace('LOCATION_ID', '"LOCATION_ID"').replace('CITY', '"CITY"')) : TABLES; // prettier-ignore

onEachEngine('double_quotes', tables, (dialect, test) => {
  const rows = (mapping: string, withCatalogue = true) => {
    const options = withCatalogue ? { findTable: test().findTable } : {};
    const ontology = definedOntology(`${CONCEPT} ${mapping};`, dialect);
    return rowsOf(test().engine, compileText(ontology, 'SELECT place_id, city FROM place ORDER BY place_id', dialect, options)); // prettier-ignore
  };
  const bergen = [[2, 'Bergen']];

  it('are names in every place of a mapping', async () => {
    expect(await rows('SELECT CAST("LOCATION_ID" AS SIGNED) AS "place_id", "CITY" AS "city" FROM "places" WHERE "LOCATION_ID" = \'2\'')).toEqual(bergen); // prettier-ignore
    expect(await rows('SELECT CAST(MAX("LOCATION_ID") AS SIGNED) AS place_id, "CITY" AS city FROM places p GROUP BY "CITY" HAVING COUNT("p"."CITY") = 1')).toEqual(bergen); // prettier-ignore
    expect(await rows('SELECT CAST("l"."LOCATION_ID" AS SIGNED) AS place_id, "r"."CITY" AS city FROM places "l" JOIN places "r" USING ("LOCATION_ID", "CITY") WHERE UPPER("r"."CITY") = \'BERGEN\'')).toEqual(bergen); // prettier-ignore
  });

  it.each([true, false])(
    'suggest single quotes for a name that the table does not have (catalogue: %s)',
    async (withCatalogue) => {
      for (const column of ['"Bergen"', 'p."Bergen"', 'UPPER("Bergen")']) {
        const mapping = `SELECT CAST(LOCATION_ID AS SIGNED) AS place_id, CITY AS city FROM places p WHERE CITY = ${column}`;
        const refusal = expect(rows(mapping, withCatalogue)).rejects;
        await refusal.toMatchObject({
          code: 'source_refused',
          details: { hint: expect.stringMatching(/strings in single quotes$/) as unknown },
        });
      }
    },
  );
});

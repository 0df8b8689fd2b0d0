import { type DuckDbTable } from '../engines';
import { readWorld } from './read-world';
import { tabulateWorld } from './tabulate-world';

let tables: ReadonlyMap<string, DuckDbTable>;

beforeAll(async () => {
  const world = tabulateWorld(await readWorld());
  tables = new Map(world.map((table) => [table.name, { ...table, rows: [...table.rows] }]));
});

function rowsOf(name: string): Record<string, unknown>[] {
  const { columns, rows } = tables.get(name)!;
  return Array.from(rows, (row) => Object.fromEntries(columns.map((column, index) => [column.name, row[index]])));
}

function valuesOf(table: string, column: string): unknown[] {
  return rowsOf(table)
    .map((row) => row[column])
    .filter((value) => value !== null);
}

it('contains all rows of the sources', () => {
  const counts = [...tables.keys()].map((name) => [name, rowsOf(name).length]);
  expect(Object.fromEntries(counts)).toEqual({
    continent: 6,
    region: 25,
    country: 250,
    city: 135233,
    country_border: 649,
    language: 153,
    country_language: 412,
    currency: 162,
    country_currency: 275,
  });
});

it('contains a country and its capital', () => {
  const norway = rowsOf('country').find((row) => row.country_code === 'NOR')!;
  expect(norway).toEqual({
    country_code: 'NOR',
    iso2_code: 'NO',
    short_name: 'Norway',
    official_name: 'Kingdom of Norway',
    region_code: 'northern-europe',
    calling_code: '+47',
    capital_city_id: 3143244,
    area_km2: 323802,
    latitude: 62,
    longitude: 10,
    is_landlocked: false,
    is_un_member: true,
  });
  expect(rowsOf('city').find((row) => row.city_id === norway.capital_city_id)).toMatchObject({
    city_name: 'Oslo',
    country_code: 'NOR',
    feature_code: 'PPLC',
  });
});

it('uses the root as the calling code in shared zones', () => {
  const codes = new Map(rowsOf('country').map((row) => [row.country_code, row.calling_code]));
  expect(['USA', 'KAZ', 'CHE', 'VAT', 'ATA'].map((code) => codes.get(code))).toEqual([
    '+1',
    '+7',
    '+41',
    '+3906698',
    null,
  ]);
});

it.each([
  ['region', 'continent_code', 'continent', 'continent_code'],
  ['country', 'region_code', 'region', 'region_code'],
  ['country', 'capital_city_id', 'city', 'city_id'],
  ['city', 'country_code', 'country', 'country_code'],
  ['country_border', 'neighbour_code', 'country', 'country_code'],
  ['country_language', 'language_code', 'language', 'language_code'],
  ['country_currency', 'currency_code', 'currency', 'currency_code'],
])('every %s.%s refers to a %s.%s', (table, column, target, key) => {
  const known = new Set(valuesOf(target, key));
  expect(valuesOf(table, column).filter((value) => !known.has(value))).toEqual([]);
});

it('has unique keys', () => {
  for (const { name, primaryKey } of tables.values()) {
    const keys = rowsOf(name).map((row) => primaryKey.map((column) => row[column]).join('|'));
    expect([name, new Set(keys).size]).toEqual([name, keys.length]);
  }
});

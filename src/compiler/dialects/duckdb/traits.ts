import type { DataSourceTraits, DialectTraits } from '../../../model';

/** The traits of DuckDB, which runs in the process of the service. */
export const traits: DialectTraits = {
  comparesAllTypes: false,
  propagatesConstants: false,
  hasLongTimes: false,
  readsNumbersInTexts: false,
  booleansAreNumbers: false,
  acceptsNumbersAsBooleans: true,
  nestedTypes: /\]$|^(?:struct|map|union)\b/,
  castToText: /^(?:uuid|json|bit|interval|time with time zone|bignum|varint|variant)\b/,
  hasInfiniteDates: true,
  hasTableFunctions: true,
  storesUnions: false,
  addsCounts: false,
  sharesReadsOfArms: true,
  buffersJoins: false,
  readsOrderFromIndex: false,
  ordersJoinsWithoutLimit: false,
};

const OF_PATH = { neededOptions: ['path'], draftOptions: ['path'], hasPassword: false } as const;

/** The data source types of DuckDB: a database file, and files such as CSV and Parquet. */
export const dataSources = {
  duckdb: { ...OF_PATH, showsFilesAsViews: false },
  files: { ...OF_PATH, showsFilesAsViews: true },
} satisfies Record<string, DataSourceTraits>;

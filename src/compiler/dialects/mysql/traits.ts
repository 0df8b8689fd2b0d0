import type { DataSourceTraits, DialectTraits } from '../../../model';

/** The traits of the MySQL family. */
export const traits: DialectTraits = {
  comparesAllTypes: true,
  propagatesConstants: true,
  hasLongTimes: true,
  readsNumbersInTexts: true,
  booleansAreNumbers: true,
  acceptsNumbersAsBooleans: true,
  numericBits: /^bit\b/,
  hasInfiniteDates: false,
  hasTableFunctions: false,
  storesUnions: true,
  addsCounts: true,
  sharesReadsOfArms: false,
  buffersJoins: true,
  readsOrderFromIndex: true,
  ordersJoinsWithoutLimit: true,
};

export const dataSources = {
  mysql: {
    neededOptions: ['host', 'database'],
    draftOptions: ['host', 'port', 'database', 'user'],
    draftDefaults: { host: '127.0.0.1', port: '3306' },
    hasPassword: true,
    showsFilesAsViews: false,
  },
} satisfies Record<string, DataSourceTraits>;

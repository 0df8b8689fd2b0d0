import type { DataSourceTraits, DialectTraits } from '../../../model';

/** The traits of the PostgreSQL family. */
export const traits: DialectTraits = {
  comparesAllTypes: false,
  propagatesConstants: false,
  hasLongTimes: false,
  readsNumbersInTexts: false,
  booleansAreNumbers: false,
  acceptsNumbersAsBooleans: false,
  nestedTypes: /\[\]$|^array$/,
  castToText:
    /^(?:uuid|jsonb?|xml|citext|interval|timetz|time(?:\(\d\))? with time zone|bpchar|character(?! varying)|money|inet|cidr|macaddr8?|user-defined|enum|name|"char"|\w+(?:multi)?range|bit\b|varbit)/,
  hasInfiniteDates: true,
  hasTableFunctions: true,
  storesUnions: false,
  addsCounts: true,
  sharesReadsOfArms: false,
  buffersJoins: false,
  readsOrderFromIndex: true,
  ordersJoinsWithoutLimit: false,
};

/** The data source type of PostgreSQL: a database on a server. */
export const dataSources = {
  postgresql: {
    aliases: ['postgres'],
    knownOptions: [
      ...['host', 'port', 'database', 'schema', 'user', 'password'],
      ...['ssl_mode', 'ssl_ca', 'ssl_cert', 'ssl_key'],
    ],
    neededOptions: ['host', 'database', 'user'],
    draftOptions: ['host', 'port', 'database', 'schema', 'user'],
    draftDefaults: { host: '127.0.0.1', port: '5432', schema: 'public' },
    hasPassword: true,
    showsFilesAsViews: false,
  },
} satisfies Record<string, DataSourceTraits>;

/** Capabilities of clients and servers (MySQL manual, "Capabilities flags"). */
export const CAPABILITY = {
  longPassword: 0x1,
  foundRows: 0x2,
  longFlag: 0x4,
  connectWithDatabase: 0x8,
  ignoreSpace: 0x100,
  protocol41: 0x200,
  interactive: 0x400,
  tls: 0x800,
  ignoreSigpipe: 0x1000,
  transactions: 0x2000,
  secureConnection: 0x8000,
  multiStatements: 0x1_0000,
  multiResults: 0x2_0000,
  multiResultsOfPrepared: 0x4_0000,
  pluginAuthentication: 0x8_0000,
  connectionAttributes: 0x10_0000,
  longAuthentication: 0x20_0000,
  withoutEof: 0x100_0000,
} as const;

/** The capabilities of the service, except TLS, which depends on its settings. */
export const SERVER_CAPABILITIES = Object.values(CAPABILITY).reduce((all, flag) => all | flag, 0) & ~CAPABILITY.tls;

/** Commands of clients (MySQL manual, "Command phase"). */
export const COMMAND = {
  quit: 0x01,
  useDatabase: 0x02,
  query: 0x03,
  listFields: 0x04,
  statistics: 0x09,
  kill: 0x0c,
  ping: 0x0e,
  changeUser: 0x11,
  prepare: 0x16,
  execute: 0x17,
  sendLongData: 0x18,
  closeStatement: 0x19,
  resetStatement: 0x1a,
  setOption: 0x1b,
  fetch: 0x1c,
  resetConnection: 0x1f,
} as const;

/** Flags of the state of a session, which follow each result. */
export const STATUS = {
  inTransaction: 0x1,
  autocommit: 0x2,
  moreResults: 0x8,
  cursorExists: 0x40,
  lastRowSent: 0x80,
} as const;

/** The flag of an execution whose rows the client fetches; the types of cursors that write or scroll are not supported by MariaDB either. */
export const READ_ONLY_CURSOR = 0x1;

/** Types of columns (MySQL manual, "Column type flags"). */
export const COLUMN_TYPE = {
  tiny: 0x01,
  short: 0x02,
  long: 0x03,
  float: 0x04,
  double: 0x05,
  null: 0x06,
  timestamp: 0x07,
  longlong: 0x08,
  int24: 0x09,
  date: 0x0a,
  time: 0x0b,
  datetime: 0x0c,
  year: 0x0d,
  varchar: 0x0f,
  bit: 0x10,
  json: 0xf5,
  decimal: 0xf6,
  varString: 0xfd,
} as const;

/** Numbers of character sets: that of text, and that of values that are no text. */
export const CHARSET = { utf8mb4: 45, binary: 63 } as const;

/** The names of the character set and the collation of text. */
export const TEXT = { charset: 'utf8mb4', collation: 'utf8mb4_general_ci' } as const;

export const AUTHENTICATION = 'caching_sha2_password';
/** The largest payload of one packet; a payload of this size is continued in the next one. */
export const MOST_PACKET_BYTES = 0xff_ffff;
export const HEADER_BYTES = 4;

import type { Cell } from '../../model';
import { TEXT } from '../packets/protocol';
import { columnOfType, type DescribedType } from './column-of-type';
import { isInReference } from './listed-tables';
import { CATALOG, metadataTable, type MetadataTable, rowsOfTables } from './metadata-table';

const PRIMARY = 'PRIMARY';
const BYTES_OF_CHARACTER = 4;

/** Returns the bytes of the longest string; those of `text` are as many as its characters. */
function octetsOf({ dataType, characters }: DescribedType): Cell {
  if (typeof characters !== 'number') return null;
  return dataType === 'text' ? characters : characters * BYTES_OF_CHARACTER;
}

/** The tables of INFORMATION_SCHEMA about the model, in the columns of MySQL 8. */
export const MODEL_TABLES: Readonly<Record<string, MetadataTable>> = {
  schemata: metadataTable(
    'CATALOG_NAME SCHEMA_NAME DEFAULT_CHARACTER_SET_NAME DEFAULT_COLLATION_NAME SQL_PATH DEFAULT_ENCRYPTION SCHEMA_COMMENT',
    ({ databases }) =>
      databases.map(({ name, comment }) => [CATALOG, name, TEXT.charset, TEXT.collation, null, 'NO', comment]),
  ),
  tables: metadataTable(
    `TABLE_CATALOG TABLE_SCHEMA TABLE_NAME TABLE_TYPE ENGINE #VERSION ROW_FORMAT #TABLE_ROWS #AVG_ROW_LENGTH #DATA_LENGTH
    #MAX_DATA_LENGTH #INDEX_LENGTH #DATA_FREE #AUTO_INCREMENT CREATE_TIME UPDATE_TIME CHECK_TIME TABLE_COLLATION #CHECKSUM
    CREATE_OPTIONS TABLE_COMMENT TEMPORARY`,
    (source) =>
      rowsOfTables(source, (database, { name, isView, comment }) => {
        const nothing = Array<null>(isView ? 13 : 11).fill(null);
        const kind = isView ? ['VIEW'] : ['BASE TABLE', 'ONTOLOGY', 10];
        const collation = isView ? null : TEXT.collation;
        return [[CATALOG, database.name, name, ...kind, ...nothing, collation, null, isView ? null : '', isView ? comment || 'VIEW' : comment, 'N']]; // prettier-ignore
      }),
  ),
  columns: metadataTable(
    `TABLE_CATALOG TABLE_SCHEMA TABLE_NAME COLUMN_NAME #ORDINAL_POSITION COLUMN_DEFAULT IS_NULLABLE DATA_TYPE
    #CHARACTER_MAXIMUM_LENGTH #CHARACTER_OCTET_LENGTH #NUMERIC_PRECISION #NUMERIC_SCALE #DATETIME_PRECISION CHARACTER_SET_NAME
    COLLATION_NAME COLUMN_TYPE COLUMN_KEY EXTRA PRIVILEGES COLUMN_COMMENT IS_GENERATED GENERATION_EXPRESSION #SRS_ID`,
    (source) =>
      rowsOfTables(source, (database, table) =>
        table.columns.map((column, index) => {
          const { name, comment } = column;
          const isKey = table.primaryKey.includes(name);
          const isReference = isInReference(table, name);
          const type = columnOfType(column, isKey || isReference);
          const { dataType, columnType, characters, precision, scale, fraction } = type;
          const octets = octetsOf(type);
          const [charset, collation] = characters === null ? [null, null] : [TEXT.charset, TEXT.collation];
          const key = isKey ? 'PRI' : isReference ? 'MUL' : '';
          return [
            ...[CATALOG, database.name, table.name, name, index + 1, null, isKey ? 'NO' : 'YES', dataType],
            ...[characters, octets, precision, scale, fraction, charset, collation, columnType, key, ''],
            ...['select', comment, 'NEVER', '', null],
          ];
        }),
      ),
  ),
  statistics: metadataTable(
    `TABLE_CATALOG TABLE_SCHEMA TABLE_NAME #NON_UNIQUE INDEX_SCHEMA INDEX_NAME #SEQ_IN_INDEX COLUMN_NAME COLLATION #CARDINALITY
    #SUB_PART PACKED NULLABLE INDEX_TYPE COMMENT INDEX_COMMENT IS_VISIBLE EXPRESSION`,
    (source) =>
      rowsOfTables(source, (database, { name, primaryKey, references }) => {
        const indexes = [
          ...(primaryKey.length > 0 ? [{ index: PRIMARY, columns: primaryKey }] : []),
          ...references.map((reference) => ({ index: reference.name, columns: reference.columns })),
        ];
        return indexes.flatMap(({ index, columns }) =>
          columns.map((column, place) => [
            ...[CATALOG, database.name, name, index === PRIMARY ? 0 : 1, database.name, index, place + 1, column, 'A'],
            ...[null, null, null, index === PRIMARY ? '' : 'YES', 'BTREE', '', '', 'YES', null],
          ]),
        );
      }),
  ),
  key_column_usage: metadataTable(
    `CONSTRAINT_CATALOG CONSTRAINT_SCHEMA CONSTRAINT_NAME TABLE_CATALOG TABLE_SCHEMA TABLE_NAME COLUMN_NAME #ORDINAL_POSITION
    #POSITION_IN_UNIQUE_CONSTRAINT REFERENCED_TABLE_SCHEMA REFERENCED_TABLE_NAME REFERENCED_COLUMN_NAME`,
    (source) =>
      rowsOfTables(source, ({ name: database }, { name, primaryKey, references }) => [
        ...primaryKey.map((column, place) => [
          ...[CATALOG, database, PRIMARY, CATALOG, database, name, column, place + 1, null, null, null, null],
        ]),
        ...references.flatMap((reference) =>
          reference.columns.map((column, place) => [
            ...[CATALOG, database, reference.name, CATALOG, database, name, column, place + 1, place + 1],
            ...[database, reference.target, reference.targetColumns[place] ?? null],
          ]),
        ),
      ]),
  ),
  table_constraints: metadataTable(
    'CONSTRAINT_CATALOG CONSTRAINT_SCHEMA CONSTRAINT_NAME TABLE_SCHEMA TABLE_NAME CONSTRAINT_TYPE ENFORCED',
    (source) =>
      rowsOfTables(source, ({ name: database }, { name, primaryKey, references }) => [
        ...(primaryKey.length > 0 ? [[CATALOG, database, PRIMARY, database, name, 'PRIMARY KEY', 'YES']] : []),
        ...references.map((reference) => [CATALOG, database, reference.name, database, name, 'FOREIGN KEY', 'YES']),
      ]),
  ),
  referential_constraints: metadataTable(
    `CONSTRAINT_CATALOG CONSTRAINT_SCHEMA CONSTRAINT_NAME UNIQUE_CONSTRAINT_CATALOG UNIQUE_CONSTRAINT_SCHEMA UNIQUE_CONSTRAINT_NAME
    MATCH_OPTION UPDATE_RULE DELETE_RULE TABLE_NAME REFERENCED_TABLE_NAME`,
    (source) =>
      rowsOfTables(source, ({ name: database }, { name, references }) =>
        references.map((reference) => [
          ...[CATALOG, database, reference.name, CATALOG, database, PRIMARY, 'NONE', 'RESTRICT', 'RESTRICT'],
          ...[name, reference.target],
        ]),
      ),
  ),
  views: metadataTable(
    `TABLE_CATALOG TABLE_SCHEMA TABLE_NAME VIEW_DEFINITION CHECK_OPTION IS_UPDATABLE DEFINER SECURITY_TYPE CHARACTER_SET_CLIENT
    COLLATION_CONNECTION ALGORITHM`,
    (source) =>
      rowsOfTables(source, (database, { name, isView }) =>
        isView
          ? [[CATALOG, database.name, name, '', 'NONE', 'NO', '', 'DEFINER', TEXT.charset, TEXT.collation, 'UNDEFINED']]
          : [],
      ),
  ),
};

import { type Listed, parseStatements, printString, type ShowListed } from '../../compiler/statement';
import { quoteName, type Query, type Select, type Written } from '../../model';

/** The statement of a list: its columns, where they come from, and their order. */
interface ListStatement {
  /** Columns with their names; the first one is that of LIKE. */
  readonly columns: string;
  /** Shown with FULL in addition. */
  readonly more?: string;
  readonly table: string;
  readonly condition?: (database: string, table: string) => string;
  readonly order: string;
}

const inDatabase = (column: string) => (database: string) => `${column} = ${database}`;
const COMMENT = 'TABLE_COMMENT AS `Comment`';

const LISTS: Readonly<Partial<Record<Listed, ListStatement>>> = {
  databases: { columns: 'SCHEMA_NAME AS `Database`', table: 'SCHEMATA', order: 'SCHEMA_NAME' },
  'table-status': {
    columns: `TABLE_NAME AS \`Name\`, ENGINE AS \`Engine\`, VERSION AS \`Version\`, ROW_FORMAT AS \`Row_format\`, TABLE_ROWS AS \`Rows\`,
      AVG_ROW_LENGTH AS \`Avg_row_length\`, DATA_LENGTH AS \`Data_length\`, MAX_DATA_LENGTH AS \`Max_data_length\`,
      INDEX_LENGTH AS \`Index_length\`, DATA_FREE AS \`Data_free\`, AUTO_INCREMENT AS \`Auto_increment\`, CREATE_TIME AS \`Create_time\`,
      UPDATE_TIME AS \`Update_time\`, CHECK_TIME AS \`Check_time\`, TABLE_COLLATION AS \`Collation\`, CHECKSUM AS \`Checksum\`,
      CREATE_OPTIONS AS \`Create_options\`, ${COMMENT}`,
    table: 'TABLES',
    condition: inDatabase('TABLE_SCHEMA'),
    order: 'TABLE_NAME',
  },
  index: {
    columns: `TABLE_NAME AS \`Table\`, NON_UNIQUE AS \`Non_unique\`, INDEX_NAME AS \`Key_name\`, SEQ_IN_INDEX AS \`Seq_in_index\`,
      COLUMN_NAME AS \`Column_name\`, COLLATION AS \`Collation\`, CARDINALITY AS \`Cardinality\`, SUB_PART AS \`Sub_part\`,
      PACKED AS \`Packed\`, NULLABLE AS \`Null\`, INDEX_TYPE AS \`Index_type\`, COMMENT AS \`Comment\`,
      INDEX_COMMENT AS \`Index_comment\`, IS_VISIBLE AS \`Visible\`, EXPRESSION AS \`Expression\``,
    table: 'STATISTICS',
    condition: (database, table) => `TABLE_SCHEMA = ${database} AND TABLE_NAME = ${table}`,
    order: 'NON_UNIQUE, INDEX_NAME, SEQ_IN_INDEX',
  },
  variables: { columns: 'VARIABLE_NAME AS `Variable_name`, VARIABLE_VALUE AS `Value`', table: 'SESSION_VARIABLES', order: 'VARIABLE_NAME' }, // prettier-ignore
  status: { columns: 'VARIABLE_NAME AS `Variable_name`, VARIABLE_VALUE AS `Value`', table: 'SESSION_STATUS', order: 'VARIABLE_NAME' }, // prettier-ignore
  'character-sets': {
    columns: 'CHARACTER_SET_NAME AS `Charset`, DESCRIPTION AS `Description`, DEFAULT_COLLATE_NAME AS `Default collation`, MAXLEN AS `Maxlen`', // prettier-ignore
    table: 'CHARACTER_SETS',
    order: 'CHARACTER_SET_NAME',
  },
  collations: {
    columns: 'COLLATION_NAME AS `Collation`, CHARACTER_SET_NAME AS `Charset`, ID AS `Id`, IS_DEFAULT AS `Default`, IS_COMPILED AS `Compiled`, SORTLEN AS `Sortlen`, PAD_ATTRIBUTE AS `Pad_attribute`', // prettier-ignore
    table: 'COLLATIONS',
    order: 'COLLATION_NAME',
  },
  engines: {
    columns: 'ENGINE AS `Engine`, SUPPORT AS `Support`, COMMENT AS `Comment`, TRANSACTIONS AS `Transactions`, XA AS `XA`, SAVEPOINTS AS `Savepoints`', // prettier-ignore
    table: 'ENGINES',
    order: 'ENGINE',
  },
  processes: {
    columns: 'ID AS `Id`, USER AS `User`, HOST AS `Host`, DB AS `db`, COMMAND AS `Command`, TIME AS `Time`, STATE AS `State`, INFO AS `Info`', // prettier-ignore
    table: 'PROCESSLIST',
    order: 'ID',
  },
  plugins: {
    columns: 'PLUGIN_NAME AS `Name`, PLUGIN_STATUS AS `Status`, PLUGIN_TYPE AS `Type`, PLUGIN_LIBRARY AS `Library`, PLUGIN_LICENSE AS `License`', // prettier-ignore
    table: 'PLUGINS',
    order: 'PLUGIN_NAME',
  },
  triggers: {
    columns: 'TRIGGER_NAME AS `Trigger`, EVENT_MANIPULATION AS `Event`, EVENT_OBJECT_TABLE AS `Table`, ACTION_STATEMENT AS `Statement`, ACTION_TIMING AS `Timing`, CREATED AS `Created`, SQL_MODE AS `sql_mode`, DEFINER AS `Definer`', // prettier-ignore
    table: 'TRIGGERS',
    order: 'TRIGGER_NAME',
  },
  events: {
    columns:
      'EVENT_NAME AS `Name`, EVENT_SCHEMA AS `Db`, DEFINER AS `Definer`, EVENT_TYPE AS `Type`, STATUS AS `Status`',
    table: 'EVENTS',
    order: 'EVENT_NAME',
  },
  routines: {
    columns: 'ROUTINE_NAME AS `Name`, ROUTINE_SCHEMA AS `Db`, ROUTINE_TYPE AS `Type`, DEFINER AS `Definer`, ROUTINE_COMMENT AS `Comment`', // prettier-ignore
    table: 'ROUTINES',
    order: 'ROUTINE_NAME',
  },
};

/** The lists of one database. */
export const OF_DATABASE: ReadonlySet<Listed> = new Set(['tables', 'table-status', 'columns', 'index']);

/** Returns the SELECT on INFORMATION_SCHEMA that answers a SHOW, as MySQL does it; undefined for what is not a list of metadata. */
export function showQuery(show: ShowListed, database: string): Query<Written> | undefined {
  const list = listOf(show, database);
  if (list === undefined) return undefined;
  const { columns, more, table, condition, order } = list;
  const names = show.full && more !== undefined ? `${columns}, ${more}` : columns;
  const where = condition?.(printString(database), printString(show.table?.name ?? ''));
  const text = `SELECT ${names} FROM INFORMATION_SCHEMA.${table}${where === undefined ? '' : ` WHERE ${where}`} ORDER BY ${order}`;
  const query = parseSelect(text);
  return show.like === undefined && show.where === undefined ? query : filtered(query, show);
}

function listOf({ what, full }: ShowListed, database: string): ListStatement | undefined {
  if (what === 'tables')
    return {
      columns: `TABLE_NAME AS ${quoteName(`Tables_in_${database}`)}`,
      more: 'TABLE_TYPE AS `Table_type`',
      table: 'TABLES',
      condition: inDatabase('TABLE_SCHEMA'),
      order: 'TABLE_NAME',
    };
  if (what !== 'columns') return LISTS[what];
  const [collation, more] = full ? ['COLLATION_NAME AS `Collation`, ', ', PRIVILEGES AS `Privileges`, COLUMN_COMMENT AS `Comment`'] : ['', '']; // prettier-ignore
  return {
    columns: `COLUMN_NAME AS \`Field\`, COLUMN_TYPE AS \`Type\`, ${collation}IS_NULLABLE AS \`Null\`, COLUMN_KEY AS \`Key\`, COLUMN_DEFAULT AS \`Default\`, EXTRA AS \`Extra\`${more}`,
    table: 'COLUMNS',
    condition: (inThis, table) => `TABLE_SCHEMA = ${inThis} AND TABLE_NAME = ${table}`,
    order: 'ORDINAL_POSITION',
  };
}

/** Returns the rows of a list that fit its LIKE or WHERE, which read its columns by their names. */
function filtered(query: Select<Written>, { like, where }: ShowListed): Select<Written> {
  const [first] = query.items;
  const column = first?.expression;
  if (like !== undefined && column?.kind === 'reference') {
    const matches = { kind: 'like', operand: column, pattern: textOf(like), negated: false } as const;
    return { ...query, where: query.where === undefined ? matches : { kind: 'binary', operator: 'and', left: query.where, right: matches } }; // prettier-ignore
  }
  const numbered = parseSelect('SELECT * FROM (SELECT 1) AS `shown`');
  const from = { kind: 'derived', query, alias: { name: 'shown' }, lateral: false } as const;
  return { ...numbered, from, ...(where && { where }) };
}

function textOf(text: string): { readonly kind: 'literal'; readonly type: 'string'; readonly text: string } {
  return { kind: 'literal', type: 'string', text };
}

function parseSelect(text: string): Select<Written> {
  const [statement] = parseStatements(text);
  if (statement?.kind !== 'query' || statement.query.kind !== 'select') throw new Error(`no SELECT: ${text}`);
  return statement.query;
}

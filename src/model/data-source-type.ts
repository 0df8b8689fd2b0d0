/**
 * What is declared in the table of dialects (`compiler/dialects/table.ts`), which adds its names to this interface: the
 * model knows them as types and imports nothing.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled where the table is
export interface Declared {}

type DeclaredAs<Key extends string> = Declared extends Readonly<Record<Key, infer Name extends string>> ? Name : never;

/** The name of a dialect of SQL. */
export type DialectName = DeclaredAs<'dialect'>;

/** What a data source can be: `TYPE` of CREATE DATASOURCE, in lower case. */
export type DataSourceType = DeclaredAs<'dataSourceType'>;

/** What has to be known of the data sources of one type outside of their engine. */
export interface DataSourceTraits {
  /** Options without which CREATE DATASOURCE is refused. */
  readonly neededOptions: readonly string[];
  /** Options that a draft of an ontology is made with, in the order in which it shows them. */
  readonly draftOptions: readonly string[];
  /** Whether it is opened with a user's password. */
  readonly hasPassword: boolean;
  /** Whether its views stand for files, and are all that there is to map. */
  readonly showsFilesAsViews: boolean;
}

/** What is true of all engines that speak a dialect, and decides how statements for them are planned and optimized. */
export interface DialectTraits {
  /** A value of any type can be compared with one of any other; elsewhere some comparisons fail. */
  readonly comparesAllTypes: boolean;
  /**
   * Columns that a condition says to equal a constant are replaced by it in the conditions beside, which may then be tested
   * before the row is read; not within a sub-query.
   */
  readonly propagatesConstants: boolean;
  /** A TIME may be negative or longer than a day. */
  readonly hasLongTimes: boolean;
  /** A text where a number or a time is wanted counts as the one it begins with; elsewhere it has to be cast. */
  readonly readsNumbersInTexts: boolean;
  /** Columns of truth values hold numbers. */
  readonly booleansAreNumbers: boolean;
  /** Native types, in lower case, of columns of bits that count as numbers. */
  readonly numericBits?: RegExp;
  /** Native types, in lower case, of lists and records, which show as JSON. */
  readonly nestedTypes?: RegExp;
  /** Native types, in lower case, that show as text and can be compared with none. */
  readonly castToText?: RegExp;
  /** Dates may be infinite, and then lie in no year. */
  readonly hasInfiniteDates: boolean;
  /** FROM can call functions that read files and other databases. */
  readonly hasTableFunctions: boolean;
  /** The rows of a UNION ALL in FROM are stored, without an index, before they are joined, counted or chosen from. */
  readonly storesUnions: boolean;
  /** What several arms of a UNION ALL begin with is read once for all of them. */
  readonly sharesReadsOfArms: boolean;
  /** The first rows by an order are read from an index; elsewhere all rows are sorted. */
  readonly readsOrderFromIndex: boolean;
  /** The order in which tables are joined is chosen without regard to LIMIT. */
  readonly ordersJoinsWithoutLimit: boolean;
}

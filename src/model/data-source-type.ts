/**
 * The names declared in the table of dialects (`compiler/dialects/table.ts`), which augments this interface. The model
 * can therefore use them as types without importing the table.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled where the table is
export interface Declared {}

type DeclaredAs<Key extends string> = Declared extends Readonly<Record<Key, infer Name extends string>> ? Name : never;

/** The name of a dialect of SQL. */
export type DialectName = DeclaredAs<'dialect'>;

/** The type of a data source: `TYPE` of CREATE DATASOURCE, in lower case. */
export type DataSourceType = DeclaredAs<'dataSourceType'>;

/** The properties of one type of data source that code outside its engine needs. */
export interface DataSourceTraits {
  /** Options that CREATE DATASOURCE requires. */
  readonly neededOptions: readonly string[];
  /** All options that CREATE DATASOURCE accepts; absent if others are ignored. */
  readonly knownOptions?: readonly string[];
  /** Other names of the type after TYPE, in lower case. */
  readonly aliases?: readonly string[];
  /** Options in the draft of an ontology, in printed order. */
  readonly draftOptions: readonly string[];
  /** The values of options in the draft that are not given. */
  readonly draftDefaults?: Readonly<Record<string, string>>;
  /** Whether it is opened with the password of a user. */
  readonly hasPassword: boolean;
  /** Whether its views represent files and are its only tables. */
  readonly showsFilesAsViews: boolean;
}

/** The properties of all engines of a dialect that affect how statements for them are planned and optimized. */
export interface DialectTraits {
  /** Whether values of any two types can be compared; otherwise some comparisons fail. */
  readonly comparesAllTypes: boolean;
  /**
   * Whether a condition `column = constant` replaces the column by the constant in the other conditions, which may then
   * be evaluated before the row is read. Does not apply inside a subquery.
   */
  readonly propagatesConstants: boolean;
  /** Whether a TIME may be negative or longer than a day. */
  readonly hasLongTimes: boolean;
  /** Whether a string counts as the number or time that it starts with, where one is required; otherwise it must be cast. */
  readonly readsNumbersInTexts: boolean;
  /** Whether boolean columns contain numbers. */
  readonly booleansAreNumbers: boolean;
  /** Whether a number is accepted where a boolean is required; otherwise it must be cast. */
  readonly acceptsNumbersAsBooleans: boolean;
  /** Native types, in lower case, of bit columns that count as numbers. */
  readonly numericBits?: RegExp;
  /** Native types, in lower case, of lists and records, which are returned as JSON. */
  readonly nestedTypes?: RegExp;
  /** Native types, in lower case, that are returned as strings but cannot be compared with strings. */
  readonly castToText?: RegExp;
  /** Whether dates may be infinite; an infinite date has no year. */
  readonly hasInfiniteDates: boolean;
  /** Whether FROM can call functions that read files and other databases. */
  readonly hasTableFunctions: boolean;
  /** Whether the rows of a UNION ALL in FROM are stored, without an index, before they are joined, counted or filtered. */
  readonly storesUnions: boolean;
  /** Whether the rows of a UNION ALL are counted fastest by adding the counts of its arms, each in a subquery. */
  readonly addsCounts: boolean;
  /** Whether the tables that several arms of a UNION ALL start with are read once for all arms. */
  readonly sharesReadsOfArms: boolean;
  /** Whether rows are joined to a derived table without an index through a buffer, from which they come in another order. */
  readonly buffersJoins: boolean;
  /** Whether the first rows of an order are read from an index; otherwise all rows are sorted. */
  readonly readsOrderFromIndex: boolean;
  /** Whether the join order is chosen without regard to LIMIT. */
  readonly ordersJoinsWithoutLimit: boolean;
}

import type { ScalarTypeName } from './scalar-type';

/** A value bound to a placeholder. `type` determines how the engine binds it; `text` is its canonical form (`2024-02-29`, `12.50`). */
export interface BoundValue {
  /** For `unknown`, the data source infers the type from the values beside it. */
  readonly type:
    | 'unknown'
    | 'null'
    | 'boolean'
    | 'integer'
    | 'decimal'
    | 'double'
    | 'string'
    | 'date'
    | 'time'
    | 'timestamp'
    | 'binary';
  readonly text: string;
  /** Whether it is a secret key of the service, which no plan and no log contains. */
  readonly secret?: true;
}

/** An output column. `type` is known for properties and for functions with one result type; for `unknown` the driver's metadata applies. */
export interface OutputColumn {
  readonly name: string;
  readonly type: ScalarTypeName | 'unknown';
}

/** A feature that not every server of a family supports. */
export type StatementNeed = 'window functions' | 'WITH' | 'WITH RECURSIVE' | 'LIKE with ESCAPE';

/** One statement for a data source: deterministic SQL with a placeholder `?` for each of `parameters`, in order. */
export interface CompiledQuery {
  /** The name of its dialect. */
  readonly dialect: string;
  readonly sql: string;
  readonly parameters: readonly BoundValue[];
  readonly columns: readonly OutputColumn[];
  /**
   * Whether it is a SELECT over base tables, or a UNION ALL of several, without nested queries (subqueries, derived
   * tables other than constants, common table expressions, views), groups and windows.
   */
  readonly isPlainSelect?: boolean;
  /** Whether it reads only base tables, no view and no verbatim SQL of a mapping, so that its text alone determines its meaning. */
  readonly readsBaseTables?: boolean;
  /** The LIMIT at its end; `none` if one can be appended. */
  readonly limit?: number | 'none';
  /** The most rows that it can return, as far as its own text shows. */
  readonly mostRows?: number | undefined;
  /** The features that it requires of the server. */
  readonly needs?: readonly StatementNeed[];
  /** Whether its rows depend on the time of execution. */
  readonly readsClock?: boolean;
}

/**
 * A cell of a response with `_typed_` or of POST query/ (docs/http-api.md): numbers as JSON numbers, decimals and
 * integers beyond 2^53 as strings, booleans for boolean properties, dates and timestamps as strings, binary values as
 * base64.
 */
export type Cell = string | number | boolean | null;

/** The value of a relationship in a nested row, or the values of a multi-value property (docs/language.md). */
export interface NestedCell {
  /** Prints the value as JSON, with `printCell` for its cells. */
  readonly print: (printCell: (cell: Cell) => string) => string;
}

/** A running result. Its first batch has arrived when the object is created. Ending the iteration early cancels the statement. */
export interface RowStream<Value extends Cell | NestedCell = Cell> {
  readonly columns: readonly OutputColumn[];
  /**
   * For each column, whether a cell that is sent back as a literal of the column's type has the same place in
   * comparisons as the value in the order of the rows.
   */
  readonly comparable?: readonly boolean[];
  readonly batches: AsyncIterable<readonly (readonly Value[])[]>;
}

import type { ScalarTypeName } from './scalar-type';

/** A value bound to a placeholder. `type` tells the engine how to bind; the text form is canonical (`2024-02-29`, `12.50`). */
export interface BoundValue {
  readonly type:
    'null' | 'boolean' | 'integer' | 'decimal' | 'double' | 'string' | 'date' | 'time' | 'timestamp' | 'binary';
  readonly text: string;
  /** A key of the service, which no explanation and no log shows. */
  readonly secret?: true;
}

/** An output column: `type` is known for properties and for functions with one result type; `unknown` leaves it to the driver's metadata. */
export interface OutputColumn {
  readonly name: string;
  readonly type: ScalarTypeName | 'unknown';
}

/** What not every server of a family has. */
export type StatementNeed = 'window functions' | 'WITH' | 'WITH RECURSIVE' | 'LIKE with ESCAPE';

/** One statement for a data source: deterministic text, placeholders `?` in order of `parameters`. */
export interface CompiledQuery {
  /** The name of the dialect it is written in. */
  readonly dialect: string;
  readonly sql: string;
  readonly parameters: readonly BoundValue[];
  readonly columns: readonly OutputColumn[];
  /**
   * SELECTs over base tables, one or more in a UNION ALL: no query within them (sub-query, derived table but of constants,
   * common table, view), no groups, no windows.
   */
  readonly isPlainSelect?: boolean;
  /** It reads base tables and nothing else, no view and no text of a mapping: what it means is decided by what is written in it. */
  readonly readsBaseTables?: boolean;
  /** The LIMIT that it ends in; `none` where one can be put behind it. */
  readonly limit?: number | 'none';
  /** What it needs of its server. */
  readonly needs?: readonly StatementNeed[];
  /** Its rows depend on when it is run, whatever the data source holds. */
  readonly readsClock?: boolean;
}

/**
 * A cell as answers show it under `_typed_` and to POST query/ (docs/http-api.md): numbers as JSON numbers,
 * decimals and integers beyond 2^53 as strings, booleans for boolean properties, dates and timestamps as text, binary as base64.
 */
export type Cell = string | number | boolean | null;

/** What stands under a relationship in a nested row, or the values of a multi-value property (docs/language.md). */
export interface NestedCell {
  /** As JSON, its cells as `printCell` prints them. */
  readonly print: (printCell: (cell: Cell) => string) => string;
}

/** A running result. The first batch is there before this object is. Ending the iteration early cancels the statement. */
export interface RowStream<Value extends Cell | NestedCell = Cell> {
  readonly columns: readonly OutputColumn[];
  /** By column: whether a cell, sent back as a literal of the column's type, falls in a comparison where the value did in the order of the rows. */
  readonly comparable?: readonly boolean[];
  readonly batches: AsyncIterable<readonly (readonly Value[])[]>;
}

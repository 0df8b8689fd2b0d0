import type { DataSourceTraits, DialectTraits } from '../../model';
import type { Dialect as Emitter } from '../emit';
import { duckdb } from './duckdb';
import { mysql } from './mysql';
import { postgresql } from './postgresql';

/** A dialect of SQL: its emitter, the traits of its engines, and its data source types. */
export interface Dialect extends Emitter {
  readonly traits: DialectTraits;
  readonly dataSources: Readonly<Record<string, DataSourceTraits>>;
}

/** All dialects of SQL. Each has one entry here and one folder next to this file. */
export const DIALECTS = { mysql, duckdb, postgresql } satisfies Record<string, Dialect>;

/** The dialect of statements that read no data source, which the embedded engine runs. */
export const SOURCELESS: Dialect = DIALECTS.duckdb;

type Dialects = typeof DIALECTS;

declare module '../../model/data-source-type' {
  interface Declared {
    readonly dialect: keyof Dialects;
    readonly dataSourceType: { [Name in keyof Dialects]: keyof Dialects[Name]['dataSources'] }[keyof Dialects];
  }
}

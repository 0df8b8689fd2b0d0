import type { DataSourceTraits, DialectTraits } from '../../model';
import type { Dialect as Emitter } from '../emit';
import { duckdb } from './duckdb';
import { mysql } from './mysql';

/** A dialect of SQL: how statements are written in it, what is true of its engines, and the types of data sources that speak it. */
export interface Dialect extends Emitter {
  readonly traits: DialectTraits;
  readonly dataSources: Readonly<Record<string, DataSourceTraits>>;
}

/** Every dialect of SQL that statements can be written in: one line for each, and a folder beside this file. */
export const DIALECTS = { mysql, duckdb } satisfies Record<string, Dialect>;

/** The dialect of statements that read no data source, which the embedded engine runs. */
export const SOURCELESS: Dialect = DIALECTS.duckdb;

type Dialects = typeof DIALECTS;

declare module '../../model/data-source-type' {
  interface Declared {
    readonly dialect: keyof Dialects;
    readonly dataSourceType: { [Name in keyof Dialects]: keyof Dialects[Name]['dataSources'] }[keyof Dialects];
  }
}

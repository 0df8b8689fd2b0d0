import type { DataSourceTraits, DataSourceType } from '../../model';
import { type Dialect, DIALECTS, SOURCELESS } from './table';

/** A type of data source: what is known of it, and the dialect that statements for it are written in. */
export interface KnownDataSourceType extends DataSourceTraits {
  readonly dialect: Dialect;
}

const dialects: readonly Dialect[] = Object.values(DIALECTS);

/** Every type of data source, of all dialects in the order of their table. */
export const DATA_SOURCE_TYPES = Object.fromEntries(
  dialects.flatMap((dialect) =>
    Object.entries(dialect.dataSources).map(([type, traits]) => [type, { ...traits, dialect }]),
  ),
) as Readonly<Record<DataSourceType, KnownDataSourceType>>;

/** The names of all types of data sources. */
export const DATA_SOURCE_TYPE_NAMES = Object.keys(DATA_SOURCE_TYPES) as readonly DataSourceType[];

/** The dialect that data sources of a type speak; that of the embedded engine where a statement reads none. */
export function dialectOf(type: DataSourceType | undefined): Dialect {
  return type === undefined ? SOURCELESS : DATA_SOURCE_TYPES[type].dialect;
}

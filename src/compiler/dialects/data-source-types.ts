import type { DataSourceTraits, DataSourceType } from '../../model';
import { type Dialect, DIALECTS, SOURCELESS } from './table';

/** A type of data source: its traits, and the dialect of the statements for it. */
export interface KnownDataSourceType extends DataSourceTraits {
  readonly dialect: Dialect;
}

const dialects: readonly Dialect[] = Object.values(DIALECTS);

/** The data source types of all dialects, in the order of `DIALECTS`. */
export const DATA_SOURCE_TYPES = Object.fromEntries(
  dialects.flatMap((dialect) =>
    Object.entries(dialect.dataSources).map(([type, traits]) => [type, { ...traits, dialect }]),
  ),
) as Readonly<Record<DataSourceType, KnownDataSourceType>>;

/** The names of all data source types. */
export const DATA_SOURCE_TYPE_NAMES = Object.keys(DATA_SOURCE_TYPES) as readonly DataSourceType[];

/** Other names of data source types, and the types that they stand for. */
export const DATA_SOURCE_ALIASES: ReadonlyMap<string, DataSourceType> = new Map(
  DATA_SOURCE_TYPE_NAMES.flatMap((type) => {
    const { aliases = [] }: DataSourceTraits = DATA_SOURCE_TYPES[type];
    return aliases.map((alias) => [alias, type] as const);
  }),
);

/** Returns the dialect of a data source type. A statement that reads no data source gets the dialect of the embedded engine. */
export function dialectOf(type: DataSourceType | undefined): Dialect {
  return type === undefined ? SOURCELESS : DATA_SOURCE_TYPES[type].dialect;
}

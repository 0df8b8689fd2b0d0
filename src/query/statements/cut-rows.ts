import type { GivenRows } from '../../http';
import type { Query, Written } from '../../model';

/** The rows of a result that a client requests; without `limit`, all from `offset` on. */
export interface RowCut {
  readonly offset: number;
  readonly limit: number | undefined;
}

/** The last cut of each statement, so that a repeated request has the same object and is not planned again. */
const cuts = new WeakMap<Query<Written>, { readonly cut: string; readonly query: Query<Written> }>();

/** Returns the statement that selects these rows of a result of `query`, within its own LIMIT and OFFSET. */
export function cutQuery(query: Query<Written>, cut: RowCut | undefined): Query<Written> {
  if (cut === undefined) return query;
  const key = `${cut.offset} ${cut.limit}`;
  const known = cuts.get(query);
  if (known?.cut === key) return known.query;
  const limited = limitQuery(query, cut);
  cuts.set(query, { cut: key, query: limited });
  return limited;
}

function limitQuery(query: Query<Written>, { offset, limit }: RowCut): Query<Written> {
  const left = query.limit === undefined ? Infinity : Math.max(0, query.limit - offset);
  const most = Math.min(left, limit ?? Infinity);
  const begin = Math.min((query.offset ?? 0) + offset, Number.MAX_SAFE_INTEGER);
  return {
    ...query,
    ...(begin > 0 && { offset: begin }),
    ...(most !== Infinity && { limit: most }),
  };
}

/** Returns these rows of a result in memory. */
export function cutRows(given: GivenRows, cut: RowCut | undefined): GivenRows {
  if (cut === undefined) return given;
  const { offset, limit = Infinity } = cut;
  return { columns: given.columns, rows: given.rows.slice(offset, offset + limit) };
}

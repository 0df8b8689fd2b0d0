import type { JSX } from 'preact';
import type { Result } from '../api/service';
import { RowTable } from './row-table';

/** The rows of a statement, or a sentence where there are none. */
export function ResultTable({
  caption,
  empty,
  result,
}: {
  readonly caption: string;
  readonly empty: string;
  readonly result: Result;
}): JSX.Element {
  const { columns = [], data } = result;
  if (data.length === 0) return <p role="status">{empty}</p>;
  return <RowTable caption={caption} columns={columns.map(({ name }) => name)} rows={data} />;
}

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Row, Value } from '../api/service';
import { printValue } from './print-value';

const ROW_HEIGHT = 30;
/** Rows that are drawn above and below the visible part. */
const MARGIN = 20;

interface Props {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** Returns the address that a cell leads to. */
  readonly linkOf?: (row: Row, column: string) => string | undefined;
  readonly sortOf?: (column: string) => 'ascending' | 'descending' | 'none';
  readonly onSort?: (column: string) => void;
}

/** A table that draws only the rows near the visible part, so that its length costs nothing. */
export function RowTable({ caption, columns, rows, linkOf, sortOf, onSort }: Props): JSX.Element {
  const [top, setTop] = useState(0);
  const first = Math.max(Math.floor(top / ROW_HEIGHT) - MARGIN, 0);
  const last = Math.min(first + Math.ceil(window.innerHeight / ROW_HEIGHT) + 2 * MARGIN, rows.length);
  return (
    <div
      class="rows"
      tabindex={0}
      role="region"
      aria-label={caption}
      onScroll={({ currentTarget }) => {
        setTop(currentTarget.scrollTop);
      }}
    >
      <table aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" aria-sort={sortOf?.(column)}>
                {onSort === undefined ? column : <SortButton column={column} onSort={onSort} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap rows={first} columns={columns.length} />
          {rows.slice(first, last).map((row, index) => (
            <tr key={first + index} aria-rowindex={first + index + 2}>
              {columns.map((column) => (
                <Cell key={column} value={row[column]} link={linkOf?.(row, column)} />
              ))}
            </tr>
          ))}
          <Gap rows={rows.length - last} columns={columns.length} />
        </tbody>
      </table>
    </div>
  );
}

function SortButton({
  column,
  onSort,
}: {
  readonly column: string;
  readonly onSort: (column: string) => void;
}): JSX.Element {
  return (
    <button
      type="button"
      class="quiet"
      onClick={() => {
        onSort(column);
      }}
    >
      {column}
    </button>
  );
}

function Gap({ rows, columns }: { readonly rows: number; readonly columns: number }): JSX.Element | null {
  if (rows === 0) return null;
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height: `${rows * ROW_HEIGHT}px` }} />
    </tr>
  );
}

function Cell({ value, link }: { readonly value: Value | undefined; readonly link: string | undefined }): JSX.Element {
  if (value === null || value === undefined) return <td class="null">null</td>;
  const text = printValue(value);
  return (
    <td class={typeof value === 'number' ? 'number' : undefined} title={text}>
      {link === undefined ? text : <a href={link}>{text}</a>}
    </td>
  );
}

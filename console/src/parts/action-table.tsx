import type { ComponentChildren, JSX } from 'preact';

export interface ActionRow {
  /** Differs in each row of the table. */
  readonly key: string;
  readonly cells: readonly string[];
  /** The button of the row. */
  readonly action: ComponentChildren;
}

interface Props {
  readonly caption: string;
  /** The names of the cells, and of the action. */
  readonly columns: readonly string[];
  readonly rows: readonly ActionRow[];
}

/** A short table with a button in each row. */
export function ActionTable({ caption, columns, rows }: Props): JSX.Element {
  return (
    <div class="scroll" tabindex={0} role="region" aria-label={caption}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells, action }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td key={index}>{cell}</td>
              ))}
              <td>{action}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

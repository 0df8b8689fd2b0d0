import { nameKey, type SourceTable } from '../../src/model';
import { type FindTable } from './compile';

const UNKNOWN = { nativeType: 'unknown', type: undefined };
const INTEGER = { nativeType: 'int', type: { name: 'integer' } } as const;
const TEXT = { nativeType: 'varchar(20)', type: { name: 'string' }, collation: 'utf8mb4_general_ci' } as const;

/**
 * Returns a catalogue of tables from a line for each: `Album(AlbumId*, Title!, ArtistId! > Artist.ArtistId)`. `*` is a part of the
 * primary key, `!` is NOT NULL, `=` is UNIQUE, `#` is an integer, `$` is a string, `>` is followed by the one column of a foreign key.
 */
export function findTableIn(lines: string): FindTable {
  const tables = new Map(
    lines
      .trim()
      .split('\n')
      .map(readTable)
      .map((table) => [nameKey(table.name), table]),
  );
  return (_, [name = '', ...others]) => (others.length > 0 ? undefined : tables.get(nameKey(name)));
}

function readTable(line: string): SourceTable {
  const [, name = '', list = ''] = /^\s*(\w+)\((.*)\)\s*$/.exec(line) ?? [];
  const columns = list.split(',').map((text) => {
    const [, column = '', marks = '', table, target] =
      /^\s*(\w+)([*!=#$]*)(?:\s*>\s*(\w+)\.(\w+))?\s*$/.exec(text) ?? [];
    return { column, marks, table, target };
  });
  if (columns.some(({ column }) => column === '')) throw new Error(`not a table: ${line}`);
  const marked = (mark: string): readonly string[] =>
    columns.filter(({ marks }) => marks.includes(mark)).map(({ column }) => column);
  return {
    name,
    isView: false,
    columns: columns.map(({ column, marks }) => ({
      name: column,
      ...(marks.includes('#') ? INTEGER : marks.includes('$') ? TEXT : UNKNOWN),
      nullable: !/[*!]/.test(marks),
    })),
    primaryKey: marked('*'),
    uniqueKeys: marked('=').map((column) => [column]),
    foreignKeys: columns.flatMap(({ column, table, target }) =>
      table === undefined || target === undefined ? [] : [{ columns: [column], table, targetColumns: [target] }],
    ),
  };
}

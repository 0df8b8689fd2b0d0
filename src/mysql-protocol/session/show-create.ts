import { printString } from '../../compiler/statement';
import type { GivenRows } from '../../http';
import { quoteName } from '../../model';
import { columnOfType } from '../metadata/column-of-type';
import { isInReference, type ListedTable } from '../metadata/listed-tables';
import { TEXT } from '../packets/protocol';

/** Returns the result of SHOW CREATE TABLE: a statement with which MySQL makes a table like a concept. */
export function showCreateTable(table: ListedTable): GivenRows {
  if (table.isView) return showCreateView(table);
  const { name, columns, primaryKey, references, comment } = table;
  const parts = [
    ...columns.map((column) => {
      const isKey = primaryKey.includes(column.name);
      const notNull = isKey ? ' NOT NULL' : ' DEFAULT NULL';
      const inKey = isKey || isInReference(table, column.name);
      return `${quoteName(column.name)} ${columnOfType(column, inKey).columnType}${notNull}${commentOf(' COMMENT ', column.comment)}`;
    }),
    ...(primaryKey.length > 0 ? [`PRIMARY KEY (${primaryKey.map(quoteName).join(',')})`] : []),
    ...references.map(({ name: constraint, columns: own, target, targetColumns }) => {
      const there = `${quoteName(target)} (${targetColumns.map(quoteName).join(',')})`;
      return `CONSTRAINT ${quoteName(constraint)} FOREIGN KEY (${own.map(quoteName).join(',')}) REFERENCES ${there}`;
    }),
  ];
  const text = `CREATE TABLE ${quoteName(name)} (\n  ${parts.join(',\n  ')}\n) DEFAULT CHARSET=${TEXT.charset}${commentOf(' COMMENT=', comment)}`;
  return { columns: textColumns('Table', 'Create Table'), rows: [[name, text]] };
}

/** A view is described as one over constants: its statement is that of the ontology, which MySQL cannot run. */
function showCreateView({ name, columns }: ListedTable): GivenRows {
  const items = columns.map((column) => `NULL AS ${quoteName(column.name)}`);
  const text = `CREATE VIEW ${quoteName(name)} AS SELECT ${items.join(',')}`;
  const names = textColumns('View', 'Create View', 'character_set_client', 'collation_connection');
  return { columns: names, rows: [[name, text, TEXT.charset, TEXT.collation]] };
}

export function showCreateDatabase(name: string): GivenRows {
  const text = `CREATE DATABASE ${quoteName(name)} /*!40100 DEFAULT CHARACTER SET ${TEXT.charset} */`;
  return { columns: textColumns('Database', 'Create Database'), rows: [[name, text]] };
}

/** Returns columns of strings. */
export function textColumns(...names: readonly string[]): GivenRows['columns'] {
  return names.map((name) => ({ name, type: 'string' as const }));
}

function commentOf(before: string, comment: string): string {
  return comment === '' ? '' : `${before}${printString(comment)}`;
}

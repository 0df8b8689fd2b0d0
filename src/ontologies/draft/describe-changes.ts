import { type NamedTable } from './named-table';

/** Returns notes on a table for the reader of a draft: changed names, and columns whose type the language does not have. */
export function describeChanges({ source, name, reason, columns }: NamedTable): string[] {
  return [
    ...(reason === undefined ? [] : [`The table \`${source.name}\` is named \`${name}\`: ${reason}.`]),
    ...columns.flatMap((column) =>
      column.reason === undefined
        ? []
        : [`The column \`${column.source.name}\` is named \`${column.name}\`: ${column.reason}.`],
    ),
    ...columns.flatMap((column) =>
      column.source.type === undefined
        ? [
            `No type fits \`${column.name}\` (${column.source.nativeType}): it is read as a string, binary data as base64.`,
          ]
        : [],
    ),
  ];
}

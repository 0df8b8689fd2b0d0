import { type CreateProperty } from '../../compiler/statement';
import { type SourceComments } from '../../engines';
import { nameKey } from '../../model';
import { type DraftedStatement } from './drafted-statement';
import { type NamedColumn, type NamedTable } from './named-table';

const SENSITIVE = [{ name: { name: 'classification' }, value: 'PII' }];

interface Place {
  readonly table: NamedTable;
  readonly column: NamedColumn;
}

/**
 * Returns CREATE PROPERTY for the properties about which a concept cannot say all: those with comments in the data source, and those whose
 * names `MASK_COLUMNS` marks as sensitive. Omits properties that the ontology has, `known` by their name keys.
 */
export function draftProperties(
  tables: readonly NamedTable[],
  comments: SourceComments,
  maskColumns: readonly string[],
  known: ReadonlyMap<string, unknown> = new Map(),
): readonly DraftedStatement[] {
  const places = new Map<string, Place[]>();
  for (const table of tables.filter(({ isConcept }) => isConcept)) {
    for (const column of table.columns) {
      const key = nameKey(column.name);
      if (!known.has(key)) places.set(key, [...(places.get(key) ?? []), { table, column }]);
    }
  }
  return [...places.values()].flatMap((found) => {
    const description = describe(found, comments);
    const isSensitive = found.some(({ column }) => isNamedSensitive(column, maskColumns));
    return description === undefined && !isSensitive ? [] : drafted(found, description, isSensitive);
  });
}

function drafted([first]: readonly Place[], description: string | undefined, isSensitive: boolean): DraftedStatement[] {
  if (first === undefined) return [];
  const { name, type } = first.column;
  const statement: CreateProperty = {
    kind: 'create-property',
    orReplace: false,
    name: { name },
    type,
    multiValue: false,
    ...(description !== undefined && { description }),
    tags: isSensitive ? SENSITIVE : [],
  };
  const note = `Proposed as sensitive, by its name (MASK_COLUMNS): callers without UNMASK see a mask instead of \`${name}\`.`;
  return [{ notes: isSensitive ? [note] : [], statement }];
}

/** Returns the comment of the columns; different comments are listed with their tables. */
function describe(places: readonly Place[], comments: SourceComments): string | undefined {
  const found = places.flatMap(({ table, column }) => {
    const comment = comments.get(table.source.name)?.columns.get(column.source.name);
    return comment === undefined ? [] : [{ table: table.name, comment }];
  });
  if (new Set(found.map(({ comment }) => comment)).size <= 1) return found[0]?.comment;
  return found.map(({ table, comment }) => `${table}: ${comment}`).join('; ');
}

/** Returns whether a name contains a part of `MASK_COLUMNS`, also where the name does not separate its words (`creditcard`). */
function isNamedSensitive({ name, source }: NamedColumn, maskColumns: readonly string[]): boolean {
  const parts = maskColumns.flatMap((part) => [part, part.replace(/[_-]/g, '')]);
  return [name, source.name].some((text) => parts.some((part) => nameKey(text).includes(part)));
}

import { nameKey, type Identifier, type Mapping, type MappingColumn } from '../../model';
import type { CreateMapping } from '../statement';
import { nameColumns } from './name-columns';
import { type Place, unknownName } from './refusals';

type Declarations = Pick<Mapping, 'unique' | 'notNull' | 'foreignKeys' | 'disjointFrom'>;

interface DeclarationScope {
  readonly columns: readonly MappingColumn[];
  readonly mappings: ReadonlyMap<string, CreateMapping>;
}

/** Returns the constraints declared in a mapping, after a check of every name. */
export function declarationsOf(where: Place, definition: CreateMapping, scope: DeclarationScope): Declarations {
  const unique: string[][] = [];
  const notNull: string[] = [];
  const foreignKeys: Mapping['foreignKeys'][number][] = [];
  const disjointFrom: string[] = [];
  for (const declaration of definition.declarations) {
    switch (declaration.kind) {
      case 'unique':
        unique.push(columnKeys(where, declaration.columns, scope.columns));
        break;
      case 'not-null':
        notNull.push(...columnKeys(where, declaration.columns, scope.columns));
        break;
      case 'disjoint':
        disjointFrom.push(nameKey(getMapping(where, declaration.mapping, scope).name.name));
        break;
      case 'foreign-key': {
        const target = getMapping(where, declaration.mapping, scope);
        const targetColumns = nameColumns(where, target.source);
        foreignKeys.push({
          columns: columnKeys(where, declaration.columns, scope.columns),
          mapping: nameKey(target.name.name),
          targetColumns: columnKeys(where, declaration.targetColumns, targetColumns),
        });
        break;
      }
    }
  }
  return { unique, notNull, foreignKeys, disjointFrom };
}

function columnKeys(where: Place, names: readonly Identifier[], columns: readonly MappingColumn[]): string[] {
  return names.map((name) => {
    const key = nameKey(name.name);
    if (columns.some((column) => column.key === key)) return key;
    const known = columns.map((column) => column.name);
    throw unknownName(where, 'column named', name, known);
  });
}

function getMapping(where: Place, name: Identifier, { mappings }: DeclarationScope): CreateMapping {
  const mapping = mappings.get(nameKey(name.name));
  if (mapping !== undefined) return mapping;
  const known = [...mappings.values()].map((other) => other.name.name);
  throw unknownName(where, 'mapping', name, known);
}

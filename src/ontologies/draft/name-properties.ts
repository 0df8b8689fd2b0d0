import {
  nameKey,
  printScalarType,
  type Property,
  type ScalarType,
  type SourceColumn,
  type SourceTable,
} from '../../model';
import { SYSTEM_COLUMNS } from '../../compiler/ontology';
import { type NamedColumn } from './named-table';
import { exactFirst, type NameStyle, UnusedNames } from './ontology-name';
import { containsType, familyOf, widenTypes } from './widen-types';

const TAKEN = 'the name is taken';

/**
 * Assigns names to properties, which belong to the whole ontology (docs/language.md): columns with the same name are one property if one
 * type contains the values of all of them. Otherwise the most frequent family of types keeps the name, and the others get the table's name
 * as a prefix. Properties that the ontology has keep their types.
 */
export class PropertyNames {
  /** The type of each property, by the key of its name. */
  private readonly types: ReadonlyMap<string, ScalarType>;
  private readonly unused: UnusedNames;

  constructor(
    tables: readonly SourceTable[],
    private readonly style: NameStyle,
    known: ReadonlyMap<string, Property> = new Map(),
  ) {
    const columns = tables.flatMap((table) => table.columns);
    this.types = typesBeside(commonTypes(columns, style), known);
    this.unused = new UnusedNames([...SYSTEM_COLUMNS, ...this.types.keys(), ...known.keys()]);
  }

  /** Returns the named columns of the table that becomes the concept of this name. */
  nameColumns(table: SourceTable, concept: string): readonly NamedColumn[] {
    const own = new Set<string>();
    const named = exactFirst(table.columns, this.style).map((source): NamedColumn => {
      const wanted = this.style.convert(source.name);
      const problem = own.has(nameKey(wanted)) ? TAKEN : this.findProblem(wanted, source);
      own.add(nameKey(wanted));
      const type = languageType(source);
      if (problem !== undefined)
        return { source, type, name: this.unused.take(`${concept}_${wanted}`), reason: problem };
      const reason = this.style.findFault(source.name);
      return { source, type: this.types.get(nameKey(wanted)) ?? type, name: wanted, reason };
    });
    return inOrderOf(table, named);
  }

  private findProblem(name: string, column: SourceColumn): string | undefined {
    const common = this.types.get(nameKey(name));
    if (common === undefined) return TAKEN;
    if (containsType(common, languageType(column))) return undefined;
    return `a property has one type in the whole ontology, and \`${name}\` is ${printScalarType(common)}`;
  }
}

/** Returns the named columns of a link table, which belong only to it. */
export function nameLinkColumns(table: SourceTable, style: NameStyle): readonly NamedColumn[] {
  const unused = new UnusedNames();
  const named = exactFirst(table.columns, style).map((source) => {
    const name = unused.take(style.convert(source.name));
    return { source, type: languageType(source), name, reason: style.findFault(source.name) };
  });
  return inOrderOf(table, named);
}

function inOrderOf({ columns }: SourceTable, named: readonly NamedColumn[]): readonly NamedColumn[] {
  return named.toSorted((a, b) => columns.indexOf(a.source) - columns.indexOf(b.source));
}

function languageType({ type }: SourceColumn): ScalarType {
  return type ?? { name: 'string' };
}

/** Returns, for each column name, the type that contains the most frequent family of its types; among equally frequent ones, the first. */
function commonTypes(columns: readonly SourceColumn[], style: NameStyle): ReadonlyMap<string, ScalarType> {
  const byName = new Map<string, Map<string, ScalarType[]>>();
  for (const column of columns) {
    const key = nameKey(style.convert(column.name));
    if (SYSTEM_COLUMNS.has(key)) continue;
    const families = byName.get(key) ?? new Map<string, ScalarType[]>();
    byName.set(key, families);
    const type = languageType(column);
    families.set(familyOf(type), [...(families.get(familyOf(type)) ?? []), type]);
  }
  return new Map([...byName].map(([key, families]) => [key, widest(families)]));
}

/** Returns the types with those of the properties that the ontology has; a name of one that no column can have has no type. */
function typesBeside(
  types: ReadonlyMap<string, ScalarType>,
  known: ReadonlyMap<string, Property>,
): ReadonlyMap<string, ScalarType> {
  const own = [...types].filter(([key]) => !known.has(key));
  const plain = [...known].filter(([, property]) => isPlain(property));
  return new Map([...own, ...plain.map(([key, { type }]) => [key, type] as const)]);
}

function isPlain({ isMeasure, isMultiValue, calculation }: Property): boolean {
  return !isMeasure && !isMultiValue && calculation === undefined;
}

function widest(families: ReadonlyMap<string, readonly ScalarType[]>): ScalarType {
  const [[first, ...others] = []] = [...families.values()].toSorted((a, b) => b.length - a.length);
  return first === undefined ? { name: 'string' } : widenTypes([first, ...others]);
}

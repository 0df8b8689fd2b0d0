import { type SourceColumn, type SourceTable, findNameFault, printScalarType, type ScalarType } from '../../src/model';
import { SYSTEM_COLUMNS } from '../../src/compiler/ontology';
import { type NamedColumn } from './named-table';
import { toOntologyName, toSnakeCase, UnusedNames } from './ontology-name';

const TAKEN = 'the name is taken';

/**
 * Assigns names to properties, which belong to the whole ontology (docs/language.md): columns with the same name and
 * type are one property. The most frequent type of a name keeps the name; columns of other types get the table's name
 * as a prefix.
 */
export class PropertyNames {
  /** The printed type by name. */
  private readonly types: ReadonlyMap<string, string>;
  private readonly unused: UnusedNames;

  constructor(tables: readonly SourceTable[]) {
    this.types = commonTypes(tables.flatMap((table) => table.columns));
    this.unused = new UnusedNames([...SYSTEM_COLUMNS, ...this.types.keys()]);
  }

  /** Returns the named columns of the table that becomes the concept of this name. */
  nameColumns(table: SourceTable, concept: string): readonly NamedColumn[] {
    const own = new Set<string>();
    return table.columns.map((source) => {
      const wanted = toOntologyName(source.name);
      const problem = own.has(wanted) ? TAKEN : this.findProblem(wanted, source);
      own.add(wanted);
      const type = languageType(source);
      if (problem === undefined) return { source, type, name: wanted, reason: findNameFault(toSnakeCase(source.name)) };
      return { source, type, name: this.unused.take(`${concept}_${wanted}`), reason: problem };
    });
  }

  private findProblem(name: string, column: SourceColumn): string | undefined {
    const common = this.types.get(name);
    if (common === undefined) return TAKEN;
    if (common === printScalarType(languageType(column))) return undefined;
    return `a property has one type in the whole ontology, and \`${name}\` is ${common}`;
  }
}

/** Returns the named columns of a link table, which belong only to it. */
export function nameLinkColumns(table: SourceTable): readonly NamedColumn[] {
  const unused = new UnusedNames();
  return table.columns.map((source) => {
    const name = unused.take(toOntologyName(source.name));
    return { source, type: languageType(source), name, reason: findNameFault(toSnakeCase(source.name)) };
  });
}

function languageType({ type }: SourceColumn): ScalarType {
  return type ?? { name: 'string' };
}

/** Returns the most frequent type of each column name; among equally frequent ones, the first. */
function commonTypes(columns: readonly SourceColumn[]): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const column of columns) {
    const name = toOntologyName(column.name);
    if (SYSTEM_COLUMNS.has(name)) continue;
    const types = counts.get(name) ?? new Map<string, number>();
    counts.set(name, types);
    const type = printScalarType(languageType(column));
    types.set(type, (types.get(type) ?? 0) + 1);
  }
  return new Map([...counts].map(([name, types]) => [name, mostFrequent(types)]));
}

function mostFrequent(counts: ReadonlyMap<string, number>): string {
  const [first] = [...counts].toSorted(([, a], [, b]) => b - a);
  return first?.[0] ?? '';
}

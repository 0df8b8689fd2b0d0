import { type Mapping, nameKey, type Ontology } from '../../model';
import { collectNames } from './collect-names';
import { firstSelect } from './name-columns';

/** A mapping whose statement references a column of its data source. */
export interface ColumnReader {
  readonly mapping: string;
  /** The column name in the statement. */
  readonly column: string;
  /** The use of the column: `the property "p" of the concept "c"`, or only the concept or relationship. */
  readonly of: string;
}

/** The search for references to a column. */
export interface ColumnSearch {
  /** Key of the data source. */
  readonly dataSource: string;
  /** The column name that the data source reports, with or without the name or alias of its table as a prefix. */
  readonly column: string;
  /** Names of the mappings that a statement reads. */
  readonly mappings: readonly string[];
}

/** Returns the mappings in `search` that reference the column of the data source, each with the longest matching name. */
export function findColumnReaders(ontology: Ontology, search: ColumnSearch): readonly ColumnReader[] {
  return search.mappings.flatMap((name): readonly ColumnReader[] => {
    const mapping = ontology.mappings.get(nameKey(name));
    if (mapping?.dataSource !== search.dataSource) return [];
    const column = longestOf(namesIn(mapping).filter((named) => isMeant(named, search.column)));
    return column === undefined ? [] : [{ mapping: mapping.name, column, of: purposeOf(ontology, mapping, column) }];
  });
}

function isMeant(named: string, column: string): boolean {
  const key = nameKey(column);
  return named !== '' && (key === nameKey(named) || key.endsWith(`.${nameKey(named)}`));
}

function longestOf(names: readonly string[]): string | undefined {
  return names.toSorted((one, other) => other.length - one.length)[0];
}

function namesIn({ source }: Mapping): readonly string[] {
  return source.kind === 'parsed' ? columnsOf(source.query) : namesOfText(source.text);
}

function columnsOf(tree: Parameters<typeof collectNames>[0]): readonly string[] {
  return collectNames(tree).references.map(({ parts }) => parts.at(-1)?.name ?? '');
}

/** Matches a string, which is skipped, or a name. */
const TOKEN = /'(?:[^']|'')*'|"(?<double>(?:[^"]|"")*)"|`(?<back>(?:[^`]|``)*)`|(?<bare>[\p{L}_$][\p{L}\p{N}_$]*)/gu;

function namesOfText(text: string): readonly string[] {
  return [...text.matchAll(TOKEN)].map(({ groups: { double, back, bare } = {} }) => {
    return double?.replaceAll('""', '"') ?? back?.replaceAll('``', '`') ?? bare ?? '';
  });
}

function purposeOf(ontology: Ontology, mapping: Mapping, column: string): string {
  const { target } = mapping;
  if (target.kind === 'link') return `the relationship "${target.ends[0].relationship}"`;
  const concepts = target.concepts.map((key) => `"${ontology.concepts.get(key)?.name ?? key}"`).join(', ');
  const property = propertyOf(ontology, mapping, column);
  return `${property === undefined ? '' : `the property "${property}" of `}the concept ${concepts}`;
}

/** Returns the property that the column is part of, or undefined if the column is used elsewhere or in several properties. */
function propertyOf(ontology: Ontology, { source, columns }: Mapping, column: string): string | undefined {
  if (source.kind === 'opaque' || source.query.kind === 'set') return undefined;
  const { items, ...rest } = firstSelect(source.query);
  const isNamed = (tree: Parameters<typeof collectNames>[0]): boolean =>
    columnsOf(tree).some((name) => nameKey(name) === nameKey(column));
  const holders = items.flatMap(({ expression }, index) =>
    expression.kind !== 'star' && isNamed(expression) ? [columns[index]?.key ?? ''] : [],
  );
  const [only, ...others] = holders;
  if (only === undefined || others.length > 0 || isNamed({ ...rest, items: [] })) return undefined;
  return ontology.properties.get(only)?.name;
}

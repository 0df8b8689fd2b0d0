import { nameKey, type OutputColumn, type Select, type SelectItem, type Written } from '../../model';
import { isExpression } from '../tree';
import { NUMBER_TYPES, parsePath, printHop } from '../values';
import type { ListCuts } from './cut-lists';
import { isMultiValue, isOfLink, type NestingSource } from './element-names';
import type { Identities } from './identities';
import type { NestedColumn } from './nested-column';
import { type MeantColumn, separateKeys } from './separate-keys';

/** A statement whose rows are nested. */
interface Described {
  readonly query: Select<Written>;
  /** The property or path of each output column, by the key of its output name. */
  readonly meanings: ReadonlyMap<string, string>;
  /** The names of the columns that the answer contains, in addition to those of a star that are no paths. */
  readonly shown: readonly string[];
  /** The identities that the statement returns in addition. */
  readonly hidden: readonly string[];
  readonly identities: Identities;
  readonly source: NestingSource;
  readonly cuts: ListCuts;
  /** Whether elements are not in the order of their rows. */
  readonly sortsElements: boolean;
}

const COMPUTED = { steps: [], isIdentity: false, isOfLink: false, isMultiValue: false } as const;

/** Returns the function that describes the columns of the flat rows of a statement. The same columns are described only once. */
export function describeColumns({
  query,
  meanings,
  shown,
  hidden: added,
  identities,
  source,
  cuts,
  sortsElements,
}: Described): (columns: readonly OutputColumn[]) => readonly NestedColumn[] {
  const star = query.items.some((item) => !isExpression(item.expression));
  const visible = new Set(shown.map(nameKey));
  const hidden = new Set(added.map(nameKey));
  const computed = new Set(query.items.flatMap(computedName));
  const isOfStar = (name: string): boolean => star && parsePath(name) === undefined;
  const isVisible = (name: string): boolean => visible.has(nameKey(name)) || isOfStar(name);
  return describeOnce(({ name, type }) => {
    if (computed.has(nameKey(name))) return { column: { ...COMPUTED, key: name }, meaning: name };
    const places = cuts.findPlaces(name);
    if (places !== undefined) return { column: places, meaning: name };
    const meaning = meanings.get(nameKey(name)) ?? name;
    const described = describeColumn(name, meaning, { source, identities });
    const whole = cuts.withLimits(described.column, meaning);
    const column = sortsElements ? { ...whole, ...sortingOf(whole, type, identities.placeOf(meaning)) } : whole;
    if (isVisible(name)) return { ...described, column };
    // a star also returns the paths that only conditions on elements read
    const isRead = cuts.items.length > 0 && star && !hidden.has(nameKey(name));
    return { ...described, column: { ...(isRead ? COMPUTED : column), key: undefined } };
  });
}

function describeOnce(
  describe: (column: OutputColumn) => MeantColumn,
): (columns: readonly OutputColumn[]) => readonly NestedColumn[] {
  const described = new WeakMap<readonly OutputColumn[], readonly NestedColumn[]>();
  return (columns) => {
    const known = described.get(columns) ?? separateKeys(columns.map(describe));
    described.set(columns, known);
    return known;
  };
}

/** Returns the output name of a computed item. It is a column of the entity, whatever its name looks like. */
function computedName({ expression, alias, text }: SelectItem<Written>): readonly string[] {
  if (expression.kind === 'reference' || !isExpression(expression)) return [];
  return [nameKey(alias?.name ?? text ?? '')];
}

/** Describes a column; `name` is the output name, `meaning` the property or path that it contains. */
function describeColumn(
  name: string,
  meaning: string,
  { source, identities }: Pick<Described, 'source' | 'identities'>,
): MeantColumn {
  const path = parsePath(meaning);
  const property = path?.property ?? meaning;
  const column = {
    steps: path?.hops.map((hop) => ({ hop: nameKey(printHop(hop)), key: hop.relationship })) ?? [],
    key: nameKey(name) === nameKey(meaning) ? property : name,
    isIdentity: identities.has(meaning),
    isOfLink: isOfLink(path),
    isMultiValue: isMultiValue(meaning, source),
  };
  return { column, meaning: `${path?.ofLink === true ? '_' : '.'}${nameKey(property)}` };
}

/** Returns how elements are sorted by a column: by their identity, then by the columns of their link. The values of a list are sorted, too. */
function sortingOf(
  { isIdentity, isOfLink: isLink, isMultiValue: isList, steps }: NestedColumn,
  type: OutputColumn['type'],
  place: number | undefined,
): Pick<NestedColumn, 'sorting'> {
  if (!isLink && !isList && (!isIdentity || steps.length === 0)) return {};
  return { sorting: { place: place ?? Infinity, isNumber: NUMBER_TYPES.has(type) } };
}

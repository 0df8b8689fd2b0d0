import { ServiceError } from '../../errors';
import {
  nameKey,
  type Concept,
  type Ontology,
  type OrderItem,
  type OutputColumn,
  type Query,
  type ScalarTypeName,
  type Select,
  type View,
  type Written,
} from '../../model';
import { allowsKeyless, fullPath, hasKeylessRows, sharedKey, SYSTEM_COLUMNS } from '../ontology';
import { masksForAnybody } from '../rights';
import { refer } from '../tree';
import { type NestingStep, parsePath } from '../values';
import type { NestingSource } from './element-names';
import type { ListOption } from './list-option.ast';
import { hasSeveralValues } from './many-values';
import { nestStatement, type NestedStatement } from './nest-statement';
import { viewIdentities } from './view-identities';
import { ViewNames } from './view-names';
import { viewPaths } from './view-paths';
import { viewOf, viewValues } from './view-values';
import { withNames } from './with-names';

/** The context of nesting, besides the statement itself. */
export interface NestingContext {
  readonly ontology: Ontology;
  readonly serviceName: string;
  /** The parts of names that make a property sensitive. */
  readonly maskColumns: readonly string[];
  readonly off?: ReadonlySet<NestingStep> | undefined;
  /** Returns the output columns of a statement. This requires planning, so nesting calls it only for a view. */
  readonly columnsOf: (query: Query<Written>) => readonly OutputColumn[];
}

interface KnownNesting {
  readonly context: Pick<NestingContext, 'ontology' | 'maskColumns' | 'off'>;
  readonly lists: readonly ListOption[] | undefined;
  readonly nested: NestedStatement | undefined;
}

const STAR = { expression: { kind: 'star', qualifier: [] } } as const;

/**
 * The nested statements. Parsers return the same tree for a repeated query, so that it is nested only once for each
 * version of the ontology.
 */
const nestings = new WeakMap<Query<Written>, KnownNesting>();

/**
 * Returns the statement whose flat rows are grouped into nested ones, or undefined if nesting has no effect. Rejects `lists` that the
 * nested rows do not contain.
 */
export function nestQuery(
  query: Query<Written>,
  context: NestingContext,
  lists?: readonly ListOption[],
): NestedStatement | undefined {
  const nested = nestTable(query, context, lists);
  if (nested !== undefined || lists === undefined) return nested;
  throw new ServiceError('plan_invalid', 'the answer has no lists', {
    hint: 'lists are the related entities and the properties with several values that are selected',
    offset: lists[0]?.at,
  });
}

function nestTable(
  query: Query<Written>,
  context: NestingContext,
  lists: readonly ListOption[] | undefined,
): NestedStatement | undefined {
  if (query.kind !== 'select' || query.from?.kind !== 'table') return undefined;
  const { ontology, serviceName } = context;
  const view = viewOf(ontology, serviceName, query.from.table);
  if (view === undefined) return nestConcept(query, context, lists);
  return nestView(query, view, context, lists);
}

function nestView(
  query: Select<Written>,
  view: View,
  { ontology, serviceName, columnsOf }: NestingContext,
  lists: readonly ListOption[] | undefined,
): NestedStatement | undefined {
  const all = { ...query, items: [STAR], where: undefined, orderBy: [], limit: undefined, offset: undefined };
  const named = new ViewNames(
    columnsOf(all).map(({ name }) => name),
    viewPaths(ontology, serviceName, view),
  );
  const { columns } = named;
  const values = new Set([...viewValues(ontology, serviceName, view)].map((name) => nameKey(named.full(name))));
  const identities = viewIdentities(ontology, serviceName, view);
  const keyless = allowsKeyless(ontology.settings) ? columns : undefined;
  const source = { columns, identities, isMultiValue: (name: string) => values.has(nameKey(name)), keyless };
  const nested = nestWith(named.withPaths(query), source, lists);
  return nested && { ...nested, query: named.withColumns(nested.query) };
}

function nestConcept(
  query: Select<Written>,
  context: NestingContext,
  lists: readonly ListOption[] | undefined,
): NestedStatement | undefined {
  const known = nestings.get(query);
  if (known !== undefined && known.lists === lists && isSame(known.context, context)) return known.nested;
  const { ontology, maskColumns, off } = context;
  const isMultiValue = (name: string): boolean => ontology.properties.get(nameKey(name))?.isMultiValue === true;
  const table = query.from?.kind === 'table' ? query.from.table.parts.at(-1)?.name : undefined;
  const concept = ontology.concepts.get(nameKey(table ?? ''));
  const hasKeyless = concept !== undefined && hasKeylessRows(ontology, concept);
  const full = concept === undefined ? query : withNames(query, (name) => fullPath(ontology, concept, name));
  const keyless = hasKeyless ? singleValues(ontology, concept) : undefined;
  const conceptOf = (name: string) => elementsOf(ontology, name);
  const hasOneType = (name = table) => isAlone(ontology.concepts.get(nameKey(name ?? '')));
  const keyOf = (name = table) => readableKey(ontology.concepts.get(nameKey(name ?? '')), context);
  const nested = nestWith(full, { isMultiValue, hasOneType, conceptOf, keyOf, keyless }, lists, off);
  nestings.set(query, { context: { ontology, maskColumns, off }, lists, nested });
  return nested;
}

function isSame(one: KnownNesting['context'], other: KnownNesting['context']): boolean {
  return one.ontology === other.ontology && one.maskColumns === other.maskColumns && one.off === other.off;
}

/**
 * The types of properties that identify an entity by their shown values as the id does. A `date` may be the date of a time, and other types
 * may be rounded.
 */
const EXACT_TYPES: ReadonlySet<string> = new Set<ScalarTypeName>(['smallint', 'integer', 'bigint', 'string']);

/** Returns the key of a concept if its shown values identify entities for every caller, unlike masked values. */
function readableKey(
  concept: Concept | undefined,
  { ontology, maskColumns, off }: NestingContext,
): readonly string[] | undefined {
  if (concept === undefined || allowsKeyless(ontology.settings) || off?.has('read-keys') === true) return undefined;
  const masks = masksForAnybody(ontology, maskColumns);
  const key = sharedKey(ontology, concept)?.map((name) => ontology.properties.get(name));
  const names = key?.flatMap((property) => {
    const isExact = property !== undefined && EXACT_TYPES.has(property.type.name) && property.calculation === undefined;
    return isExact && !masks.masks(nameKey(property.name)) ? [property.name] : [];
  });
  return names?.length === key?.length ? names : undefined;
}

/** Returns whether all entities of a concept are of that type: no concept is below it, and it selects from no other. */
function isAlone(concept: Concept | undefined): boolean {
  return concept?.logic === undefined && concept?.descendants.length === 0;
}

function elementsOf(ontology: Ontology, name: string): ReturnType<NonNullable<NestingSource['conceptOf']>> {
  const concept = ontology.concepts.get(nameKey(name));
  if (concept === undefined) return undefined;
  const lineage = [concept, ...concept.descendants.flatMap((key) => ontology.concepts.get(key) ?? [])];
  const full = (written: string): string => fullPath(ontology, concept, written);
  const hasName = (written: string): boolean => {
    const key = nameKey(written);
    const isOwn = SYSTEM_COLUMNS.has(key) || lineage.some(({ properties }) => properties.includes(key));
    return isOwn || parsePath(full(written)) !== undefined;
  };
  return { hasName, fullPath: full, hasSeveralValues: (written) => hasSeveralValues(written, ontology, concept) };
}

/** Returns the names of the properties of a concept that have one value. */
function singleValues({ properties }: Ontology, concept: Concept): readonly string[] {
  return concept.properties.flatMap((key) => {
    const property = properties.get(key);
    return property === undefined || property.isMeasure || property.isMultiValue ? [] : [property.name];
  });
}

/** A table; its columns `keyless` order entities without a key. */
type KeylessSource = Omit<NestingSource, 'keyless'> & { readonly keyless: readonly string[] | undefined };

/** Nests a statement. If rows may have no key, the columns `keyless` put such entities in the same order for each page. */
function nestWith(
  query: Select<Written>,
  { keyless: columns, ...source }: KeylessSource,
  lists: readonly ListOption[] | undefined,
  off?: ReadonlySet<NestingStep>,
): NestedStatement | undefined {
  if (columns === undefined) return nestStatement(query, source, lists, off);
  const keyless = columns.map((name): OrderItem<Written> => ({ expression: refer(name), descending: false }));
  const nested = nestStatement(query, { ...source, keyless }, lists, off);
  return nested && { ...nested, hasKeyless: true };
}

import {
  nameKey,
  type Concept,
  type Ontology,
  type OrderItem,
  type OutputColumn,
  type Query,
  type Select,
  type Written,
} from '../../model';
import { allowsKeyless, hasKeylessRows } from '../ontology';
import { refer } from '../tree';
import { nestStatement, type NestedStatement, type NestingSource } from './nest-statement';
import { withFullPaths } from './with-full-paths';
import { viewIdentities } from './view-identities';
import { viewOf, viewValues } from './view-values';

/** The context of nesting, besides the statement itself. */
export interface NestingContext {
  readonly ontology: Ontology;
  readonly serviceName: string;
  /** Returns the output columns of a statement. This requires planning, so nesting calls it only for a view. */
  readonly columnsOf: (query: Query<Written>) => readonly OutputColumn[];
}

interface KnownNesting {
  readonly ontology: Ontology;
  readonly nested: NestedStatement | undefined;
}

const STAR = { expression: { kind: 'star', qualifier: [] } } as const;

/**
 * The nested statements. Parsers return the same tree for a repeated query, so that it is nested only once for each
 * version of the ontology.
 */
const nestings = new WeakMap<Query<Written>, KnownNesting>();

/** Returns the statement whose flat rows are grouped into nested ones, or undefined if nesting has no effect. */
export function nestQuery(query: Query<Written>, context: NestingContext): NestedStatement | undefined {
  if (query.kind !== 'select' || query.from?.kind !== 'table') return undefined;
  const { ontology, serviceName } = context;
  const view = viewOf(ontology, serviceName, query.from.table);
  if (view === undefined) return nestConcept(query, ontology);
  const all = { ...query, items: [STAR], where: undefined, orderBy: [], limit: undefined, offset: undefined };
  const columns = context.columnsOf(all).map((column) => column.name);
  const values = viewValues(ontology, serviceName, view);
  const identities = viewIdentities(ontology, serviceName, view);
  const source = { columns, identities, isMultiValue: (name: string) => values.has(nameKey(name)) };
  return nestWith(query, source, allowsKeyless(ontology.settings) ? columns : undefined);
}

function nestConcept(query: Select<Written>, ontology: Ontology): NestedStatement | undefined {
  const known = nestings.get(query);
  if (known?.ontology === ontology) return known.nested;
  const isMultiValue = (name: string): boolean => ontology.properties.get(nameKey(name))?.isMultiValue === true;
  const table = query.from?.kind === 'table' ? query.from.table.parts.at(-1)?.name : undefined;
  const concept = ontology.concepts.get(nameKey(table ?? ''));
  const hasKeyless = concept !== undefined && hasKeylessRows(ontology, concept);
  const full = concept === undefined ? query : withFullPaths(query, ontology, concept);
  const nested = nestWith(full, { isMultiValue }, hasKeyless ? singleValues(ontology, concept) : undefined);
  nestings.set(query, { ontology, nested });
  return nested;
}

/** Returns the names of the properties of a concept that have one value. */
function singleValues({ properties }: Ontology, concept: Concept): readonly string[] {
  return concept.properties.flatMap((key) => {
    const property = properties.get(key);
    return property === undefined || property.isMeasure || property.isMultiValue ? [] : [property.name];
  });
}

/** Nests a statement. If rows may have no key, these `columns` put such entities in the same order for each page. */
function nestWith(
  query: Select<Written>,
  source: NestingSource,
  columns: readonly string[] | undefined,
): NestedStatement | undefined {
  if (columns === undefined) return nestStatement(query, source);
  const keyless = columns.map((name): OrderItem<Written> => ({ expression: refer(name), descending: false }));
  const nested = nestStatement(query, { ...source, keyless });
  return nested && { ...nested, hasKeyless: true };
}

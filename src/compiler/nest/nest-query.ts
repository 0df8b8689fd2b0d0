import { nameKey, type Ontology, type OutputColumn, type Query, type Select, type Written } from '../../model';
import { nestStatement, type NestedStatement } from './nest-statement';
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
  return nestStatement(query, { columns, identities, isMultiValue: (name) => values.has(nameKey(name)) });
}

function nestConcept(query: Select<Written>, ontology: Ontology): NestedStatement | undefined {
  const known = nestings.get(query);
  if (known?.ontology === ontology) return known.nested;
  const isMultiValue = (name: string): boolean => ontology.properties.get(nameKey(name))?.isMultiValue === true;
  const nested = nestStatement(query, { isMultiValue });
  nestings.set(query, { ontology, nested });
  return nested;
}

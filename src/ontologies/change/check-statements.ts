import { checkAggregates, planStatement } from '../../compiler/plan';
import { type ErrorCode, ServiceError } from '../../errors';
import {
  type Logic,
  nameKey,
  type Ontology,
  type OutputColumn,
  type Query,
  type Select,
  type Written,
} from '../../model';
import { modelContext, namedColumns } from './view-columns';

/** The errors that a statement of the model may have: data sources and mappings can be added later (docs/language.md). */
const MAY_COME_LATER: ReadonlySet<ErrorCode> = new Set([
  'plan_no_mapping',
  'plan_several_data_sources',
  'plan_unsupported',
  'plan_missing_definition',
]);

/** Rejects invalid views, conditions and calculations. Plans views and conditions in the same way as queries. */
export function checkStatements(ontology: Ontology, serviceName: string): void {
  checkAggregates(ontology);
  for (const view of ontology.views.values()) {
    const where = `view \`${view.name}\``;
    refuseRepeated(where, check(ontology, serviceName, where, view.query));
    if (view.isCube) check(ontology, serviceName, where, everythingOf(`v${serviceName}`, view.name));
  }
  for (const concept of ontology.concepts.values()) {
    const query = queryOfCondition(ontology, serviceName, concept.logic);
    if (query !== undefined) check(ontology, serviceName, `concept \`${concept.name}\``, query);
  }
  for (const policy of ontology.policies.values()) {
    if (policy.kind !== 'filter') continue;
    const query = queryOfCondition(ontology, serviceName, { from: policy.concept, schema: '', where: policy.where });
    if (query !== undefined) check(ontology, serviceName, `policy \`${policy.name}\``, query);
  }
}

/** A view, concept or policy whose statement cannot be planned yet, and why. */
interface Unplanned {
  readonly kind: 'view' | 'concept';
  readonly name: string;
  readonly text: string;
}

/** Returns the views and logic concepts that are valid and cannot be read, for example because a mapping is missing. */
export function listUnplanned(ontology: Ontology, serviceName: string): readonly Unplanned[] {
  const views = [...ontology.views.values()].map(({ name, query }) => ({ kind: 'view', name, query }) as const);
  const concepts = [...ontology.concepts.values()].map(({ name, logic }) => {
    return { kind: 'concept', name, query: queryOfCondition(ontology, serviceName, logic) } as const;
  });
  return [...views, ...concepts].flatMap(({ kind, name, query }) => {
    const text = query && whyUnplanned(ontology, serviceName, query);
    return text === undefined ? [] : [{ kind, name, text }];
  });
}

function whyUnplanned(ontology: Ontology, serviceName: string, query: Query<Written>): string | undefined {
  try {
    planStatement(modelContext(ontology, serviceName), query);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return `${error.message} (${error.code})`;
    throw error;
  }
}

/** Returns the columns of the query; if a data source or mapping is missing, only those with names. */
function check(ontology: Ontology, serviceName: string, where: string, query: Query<Written>): readonly OutputColumn[] {
  try {
    return planStatement(modelContext(ontology, serviceName), query).columns;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (MAY_COME_LATER.has(error.code)) return namedColumns(query);
    throw new ServiceError('ontology_invalid', `${where}: ${error.message}`, {
      hint: error.details.hint,
      offset: error.details.offset,
    });
  }
}

/** Rejects duplicate column names in a view: a query on the view could not distinguish the columns. */
function refuseRepeated(where: string, columns: readonly OutputColumn[]): void {
  const keys = columns.map(({ name }) => nameKey(name));
  const repeated = columns.find((_, index) => keys.indexOf(keys[index] ?? '') < index);
  if (repeated === undefined) return;
  throw new ServiceError('ontology_invalid', `${where}: has two columns \`${repeated.name}\``, {
    hint: 'give one of them another name with AS',
  });
}

/** Returns `SELECT * FROM schema.name`. A cube is checked with it because its rows are grouped (docs/language.md). */
function everythingOf(schema: string, name: string): Select<Written> {
  return {
    ...EMPTY,
    items: [{ expression: { kind: 'star', qualifier: [] } }],
    from: { kind: 'table', table: { parts: [{ name: schema }, { name }] } },
  };
}

const EMPTY = { kind: 'select', distinct: false, groupBy: [], rollup: false, windows: [], orderBy: [] } as const;

/** Returns a condition as a query of its own. */
function queryOfCondition(
  ontology: Ontology,
  serviceName: string,
  logic: Logic | undefined,
): Query<Written> | undefined {
  if (logic?.where === undefined) return undefined;
  const schema = logic.schema === '' ? `d${serviceName}` : logic.schema;
  const name = ontology.concepts.get(logic.from)?.name ?? logic.from;
  return {
    ...everythingOf(schema, name),
    items: [{ expression: { kind: 'literal', type: 'integer', text: '1' } }],
    where: logic.where,
  };
}

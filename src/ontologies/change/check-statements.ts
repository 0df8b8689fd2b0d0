import { planStatement } from '../../compiler/plan';
import { type ErrorCode, ServiceError } from '../../errors';
import { type Concept, type Ontology, type Query, type Written } from '../../model';
import { modelContext } from '../show/view-columns';

/** What a statement of the model may still lack: data sources and mappings can come later (spec 3, section 2). */
const MAY_COME_LATER: ReadonlySet<ErrorCode> = new Set([
  'plan_no_mapping',
  'plan_several_data_sources',
  'plan_unsupported',
]);

/** Refuses views and conditions of logic concepts that name what is not there, by planning them as queries are planned. */
export function checkStatements(ontology: Ontology, serviceName: string): void {
  for (const view of ontology.views.values()) check(ontology, serviceName, `view \`${view.name}\``, view.query);
  for (const concept of ontology.concepts.values()) {
    const query = queryOfCondition(ontology, serviceName, concept);
    if (query !== undefined) check(ontology, serviceName, `concept \`${concept.name}\``, query);
  }
}

function check(ontology: Ontology, serviceName: string, where: string, query: Query<Written>): void {
  try {
    planStatement(modelContext(ontology, serviceName), query);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (MAY_COME_LATER.has(error.code)) return;
    throw new ServiceError('ontology_invalid', `${where}: ${error.message}`, { hint: error.details.hint });
  }
}

/** What the condition of a logic concept selects, as a query of its own. */
function queryOfCondition(ontology: Ontology, serviceName: string, { logic }: Concept): Query<Written> | undefined {
  if (logic?.where === undefined) return undefined;
  const schema = logic.schema === '' ? `d${serviceName}` : logic.schema;
  const name = ontology.concepts.get(logic.from)?.name ?? logic.from;
  return {
    kind: 'select',
    distinct: false,
    items: [{ expression: { kind: 'literal', type: 'integer', text: '1' } }],
    from: { kind: 'table', table: { parts: [{ name: schema }, { name }] } },
    where: logic.where,
    groupBy: [],
    rollup: false,
    windows: [],
    orderBy: [],
  };
}

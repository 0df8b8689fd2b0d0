import { ServiceError, suggest } from '../../../errors';
import { nameKey, type Query, type View, type Written } from '../../../model';
import { mapQuery } from '../../tree';
import type { PlannedQuery } from '../../values';
import type { Planning } from '../scope/planning';

/** Returns the view of that name, with the literals of its statement as constants. */
export function getView(planning: Planning, name: string): View {
  const view = planning.ontology.views.get(nameKey(name));
  if (view !== undefined) return { ...view, query: withInlineLiterals(view.query) };
  const names = [...planning.ontology.views.values()].map((known) => known.name);
  throw new ServiceError('plan_unknown_table', `there is no view "${name}" in this ontology`, {
    hint: suggest(name, names),
    unknown: name,
  });
}

/**
 * Plans the statement of a view in place (docs/language.md). The right to read the view covers everything that it
 * reads.
 */
export function planView(planning: Planning, view: View): PlannedQuery {
  return planning.insideView(view.name, () => planning.stages.planQuery(planning, view.query, undefined));
}

function withInlineLiterals(query: Query<Written>): Query<Written> {
  return mapQuery<Written, Written>(query, {
    reference: (reference) => ({ kind: 'reference', reference }),
    source: (source) => source,
    literal: (literal) => ({ ...literal, inline: true }),
  });
}

import { ServiceError, suggest } from '../../errors';
import { nameKey, type Query, type Written } from '../../model';
import { mapQuery } from '../tree';
import type { PlannedQuery } from './plan';
import type { Planning } from './planning';

/** The statement of a view, compiled in place (spec 3, section 6): its literals are constants, the right to read the view covers what it is made of. */
export function planView(planning: Planning, name: string): { readonly name: string; readonly planned: PlannedQuery } {
  const view = planning.ontology.views.get(nameKey(name));
  if (view === undefined) {
    const names = [...planning.ontology.views.values()].map((known) => known.name);
    throw new ServiceError('plan_unknown_table', `there is no view "${name}" in this ontology`, {
      hint: suggest(name, names),
    });
  }
  if (view.isCube) throw new ServiceError('plan_unsupported', `"${view.name}" is a cube: cubes are not supported yet`);
  const planned = planning.insideView(view.name, () =>
    planning.stages.planQuery(planning, withInlineLiterals(view.query), undefined),
  );
  return { name: view.name, planned };
}

function withInlineLiterals(query: Query<Written>): Query<Written> {
  return mapQuery<Written, Written>(query, {
    reference: (reference) => ({ kind: 'reference', reference }),
    source: (source) => source,
    literal: (literal) => ({ ...literal, inline: true }),
  });
}

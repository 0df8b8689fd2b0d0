import type { Expression, Written } from '../../model';
import { mapExpression } from './map-query';

/** The names that an expression of the ontology reads: properties, measures and paths. */
export function namesIn(expression: Expression<Written>): readonly string[] {
  const names: string[] = [];
  mapExpression<Written, Written>(expression, {
    reference: (reference) => {
      names.push(reference.parts.at(-1)?.name ?? '');
      return { kind: 'reference', reference };
    },
    source: (source) => source,
  });
  return names;
}

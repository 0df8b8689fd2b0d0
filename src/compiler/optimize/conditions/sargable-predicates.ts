import type { DialectTraits, Expression, Query } from '../../../model';
import type { Resolved } from '../../values';
import { rangeOfDates } from './date-ranges';
import { narrowLabel } from './label-parts';
import { mergeChoices } from './or-chains';
import { rewriteConditions } from './rewrite-conditions';
import { withoutOwnCast } from './own-casts';

/**
 * Rewrites conditions into a form for which an index can be used: lists instead of alternatives, ranges of a column
 * instead of functions of it, and conditions on the columns of a built label.
 */
export function sargablePredicates(query: Query<Resolved>, traits: DialectTraits): Query<Resolved> {
  return rewriteConditions(query, (condition, rows) => {
    const plain = withoutOwnCast(condition, rows);
    const known: Expression<Resolved> = plain ?? condition;
    return mergeChoices(known) ?? rangeOfDates(known, rows, traits) ?? narrowLabel(known, rows) ?? plain;
  });
}

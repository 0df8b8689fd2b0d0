import { ServiceError } from '../../../errors';
import type { Expression } from '../../../model';
import { binary, conjunction, constant, isNull, NULL } from '../../tree';
import type { Column, MeasuredEntity, Resolved } from '../../values';

type Value = Expression<Resolved>;

/** A mark for one row of each entity that a measure aggregates. */
export interface First {
  readonly entity: MeasuredEntity;
  readonly mark: Column;
  readonly identity: readonly Value[];
  /** True for rows of an entity without a key, which is in one row only; undefined if the concept has none. */
  readonly isKeyless: Value | undefined;
}

/** Returns the condition for rows of an entity without a key. Reads columns, so it must be called before the FROM is built. */
export function isOfKeyless(entity: MeasuredEntity): Value | undefined {
  if (!entity.hasKeyless) return undefined;
  const id = entity.identity().at(-1) ?? NULL;
  const isThere = isNull(entity.find('entity_type') ?? NULL, true);
  return conjunction([isNull(id), isThere]);
}

/** Returns a condition that is true for one row of each entity and group. */
export function isFirst({ identity, isKeyless }: First, groupBy: readonly Value[]): Value {
  const over = { partitionBy: [...groupBy, ...identity], orderBy: [] };
  const number: Value = { kind: 'call', name: 'ROW_NUMBER', arguments: [], distinct: false, over };
  const isOne = binary(number, '=', constant('integer', '1'));
  const first = conjunction<Resolved>([isOne, ...identity.slice(0, 1).map((key) => isNull(key, true))]) ?? isOne;
  if (isKeyless === undefined) return first;
  return binary(isKeyless, 'or', first);
}

/** Rejects a measure of entities without a key in a FROM with several sources, which can repeat their rows unnoticed. */
export function refuseRepeatedKeyless({ concept: { name } }: MeasuredEntity): never {
  throw new ServiceError('plan_unsupported', `"${name}" has rows without a key, which a join can repeat`, {
    hint: 'compute the measure in a derived table, and join that',
  });
}

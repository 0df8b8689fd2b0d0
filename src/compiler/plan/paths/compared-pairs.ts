import type { Expression, KeyJoin } from '../../../model';
import { asText, type Resolved } from '../../values';

type Value = Expression<Resolved>;

/** Returns the values that a FOREIGN KEY compares. An id is a string, so the value that it is compared with becomes one. */
export function comparedPairs(
  { sourceProperties, targetProperties }: KeyJoin,
  source: (key: string) => Value,
  target: (key: string) => Value,
): readonly { readonly left: Value; readonly own: Value }[] {
  return sourceProperties.map((key, index) => {
    const targetKey = targetProperties[index] ?? '';
    const [left, own] = [source(key), target(targetKey)];
    return key === 'entity_id' || targetKey === 'entity_id' ? { left: asText(left), own: asText(own) } : { left, own };
  });
}

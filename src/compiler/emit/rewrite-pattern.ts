import type { Like, Literal } from '../../model';
import { parseLikePattern, type LikePattern } from '../like';
import type { Resolved } from '../values';
import { derive } from '../trace';

/** The pattern of LIKE in the words of a data source; undefined where `print` has none for it. */
export function rewritePattern(
  pattern: Literal,
  escape: Like<Resolved>['escape'],
  print: (pattern: LikePattern) => string | undefined,
): Literal | undefined {
  return derive(pattern, (known) => {
    const text = print(parseLikePattern(known.text, escape));
    return text === undefined ? undefined : { ...known, type: 'string', text };
  });
}

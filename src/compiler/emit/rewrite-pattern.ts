import type { Like, Literal } from '../../model';
import { parseLikePattern, type LikePattern } from '../like';
import type { Resolved } from '../values';
import { derive } from '../trace';

/** Returns the pattern of LIKE in the syntax of a data source, or undefined if `print` cannot express it. */
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

export type * from './like-pattern.ast';
export { parseLikePattern } from './parse-like-pattern';
export { printBacktrackingPattern, printRe2Pattern } from './print-like-regexp';
export { printPlainLike } from './print-plain-like';

export {
  binary,
  call,
  conjunction,
  conjuncts,
  constant,
  disjunction,
  disjuncts,
  identifier,
  isNull,
  joinAll,
  LONGEST_LEFT_CHAIN,
  NULL,
  refer,
  selectOf,
  unionAll,
} from './build-expression';
export { childrenOf, queryIn, valuesOf } from './children';
export { groupBy } from './group-by';
export { isExpression, isNamedWindow, mapChildren, mapOrderItem, mapWindow } from './map-children';
export { mapExpression, mapItems, mapQuery, type QueryMap, rebuildQuery } from './map-query';
export { namesIn, namesOutsideQueries, referencesIn, referencesOf } from './names-in';
export { type Rewrite, rewriteChildren, rewriteParts, rewriteSource } from './rewrite';
export { isSameTree } from './same-tree';
export { someNode } from './some-node';
export { treeKey } from './tree-key';

export {
  addDate,
  type Arguments,
  at,
  atLeastZero,
  callOf,
  nodeAt,
  unitOf,
  withoutFilter,
  type Writer,
} from './arguments';
export { UNIT_PARTS } from './unit-parts';
export { MONTH_NAMES, timePattern } from './time-pattern';
export { microsecondsOf } from './long-times';

export { isAggregateCall, readsManyRows } from './aggregates';
export { checkQuoted } from './check-quoted';
export { besideText, coerceLiteral, coerceLiteralTo, isBeyondDay, numberOfBytes, readTemporal } from './coerce-literal';
export { columnHolding, columnOf } from './column-of';
export { compare } from './compare-kinds';
export { compareWithQuery } from './compare-queries';
export { comparisonOf, DECLARED_COMPARISON, isEnumerated } from './comparison-of';
export {
  asText,
  entityId,
  entityLabel,
  isSystemColumn,
  SYSTEM_COLUMNS,
  type SystemColumn,
  systemColumnParts,
  TYPE_OF,
} from './entity-columns';
export { expandRows } from './expand-rows';
export { fixArguments } from './fix-arguments';
export { FUNCTIONS, type TextGrowth } from './functions';
export { comparedValues, needsRow } from './needs-row';
export {
  type EntityPage,
  isPageColumn,
  isPageKey,
  type Nesting,
  NESTING_STEPS,
  type NestingStep,
  PAGE_KEY,
  PAGE_ORDER,
} from './nesting';
export { parsePath, type Path, type PathHop, printHop } from './parse-path';
export { parseTimeFormat, partsOf, type TimeFormatItem, type TimePart } from './parse-time-format';
export type {
  Column,
  MeasuredEntity,
  MeasureUse,
  Plan,
  PlannedColumn,
  PlannedQuery,
  PlanTable,
  Relation,
  Resolved,
  SystemTable,
  ValueType,
} from './plan.ast';
export { refuseLongTimes } from './refuse-long-times';
export { scaleOf } from './scale-of';
export { asCondition, spellOutComparisons } from './spell-out-comparisons';
export { spellOutArrow, spellOutBoolean, spellOutDefault, spellOutPlaces } from './spell-out';
export { sharedType, typeOf } from './type-of';
export {
  ARITHMETIC_OPERATORS,
  BIT_OPERATORS,
  COMPARISON_OPERATORS,
  FRACTIONAL_TYPES,
  INTEGER_TYPES,
  LOGICAL_OPERATORS,
  NUMBER_LITERALS,
  NUMBER_TYPES,
  TEMPORAL_TYPES,
} from './value-sets';
export { explainWaiting, findWaiting, refuseWaitingEntities } from './refuse-waiting';

export { shapeOf, traceQuery, type QueryShape } from './query-shape';
export { boundValue, derive, observe, Trace, traceLiteral, valueFor } from './trace';

export { type QueryShape, shapeOf, traceQuery } from './query-shape';
export { boundValue, derive, observe, Trace, traceLiteral, valueFor } from './trace';

export { type RequestTrace, traceRequest } from './request-trace';
export { type StatementSpan, traceStatement } from './statement-span';
export { isTracing } from './tracer';

import { trace, type Tracer, type TracerProvider } from '@opentelemetry/api';

const NAME = 'ontology-query-service';

/** The tracer of the SDK that `node --require` has registered before this service was loaded; undefined without one. */
export const tracer: Tracer | undefined = findTracer();

/** Whether there are spans. Without an SDK, nothing is done for them. */
export const isTracing = tracer !== undefined;

/** The provider that the API returns in any case; it has no tracer of its own. */
interface Proxy extends TracerProvider {
  getDelegateTracer?(name: string): Tracer | undefined;
}

function findTracer(): Tracer | undefined {
  const provider: Proxy = trace.getTracerProvider();
  const isNone = provider.getDelegateTracer !== undefined && provider.getDelegateTracer(NAME) === undefined;
  return isNone ? undefined : trace.getTracer(NAME);
}

import { context, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { RequestTrace } from './request-trace';
import { tracer } from './tracer';

/** The data source of a statement. */
interface TracedSource {
  /** The system, by its name in the semantic conventions of OpenTelemetry. */
  readonly system: string;
  /** The database on the server, if it has a name. */
  readonly database: string | undefined;
  readonly ontology: string;
  readonly dataSource: string;
}

/** How a statement ended. */
interface StatementResult {
  readonly rows: number;
  /** The code of its error; undefined if there is none. */
  readonly code?: string | undefined;
}

/** The span of a statement. */
export interface StatementSpan {
  end(result: StatementResult): void;
}

/**
 * Opens a span for a statement on a data source, in the trace of its request, by the semantic conventions for databases. The SQL is not part
 * of it, because mappings may contain values. Returns undefined without an SDK.
 */
export function traceStatement(source: TracedSource, request: RequestTrace | undefined): StatementSpan | undefined {
  if (tracer === undefined) return undefined;
  const { system, database, ontology, dataSource } = source;
  const attributes = {
    'db.system.name': system,
    'db.operation.name': 'SELECT',
    ...(database !== undefined && { 'db.namespace': database }),
    'ontology.name': ontology,
    'ontology.data_source': dataSource,
  };
  const name = database === undefined ? 'SELECT' : `SELECT ${database}`;
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, request?.context ?? context.active());
  return {
    end: ({ rows, code }) => {
      span.setAttribute('db.response.returned_rows', rows);
      if (code !== undefined) {
        span.setAttribute('error.type', code);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

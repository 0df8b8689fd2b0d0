import { Logger } from '@nestjs/common';
import type { StatementEnd, StatementOrigin } from './engine';
import { codeOf } from './source-figures';

const logger = new Logger('SlowStatements');

/** Writes a line about a slow statement to the log, without values. Statements of the service itself have no user, id and statement. */
export function logSlowStatement(
  { ontology, dataSource }: { readonly ontology: string; readonly dataSource: string },
  { milliseconds, rows, error }: StatementEnd,
  origin: StatementOrigin | undefined,
): void {
  logger.warn({
    msg: 'slow statement',
    request_id: origin?.requestId,
    trace_id: origin?.trace?.traceId,
    user: origin?.user,
    ontology,
    data_source: dataSource,
    ms: Math.round(milliseconds * 10) / 10,
    rows,
    code: codeOf(error),
    statement: origin?.statement(),
  });
}

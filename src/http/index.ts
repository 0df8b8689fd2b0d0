export { CacheableAnswer, CachedAnswer, UnreadAnswer } from './answers/cached-answer';
export { compressResponses } from './answers/compress-responses';
export { EnvelopeAdapter } from './answers/envelope.adapter';
export { holdResponsesUntilSynced } from './answers/hold-responses-until-synced';
export { JSON_TYPE } from './answers/json-type';
export { answerBody, RowAnswer } from './answers/row-answer';
export { type RowAnswerOptions, rowPrinting } from './answers/row-format';
export { answerRows, type GivenRows, WholeAnswer } from './answers/whole-answer';
export { encodeXlsx } from './answers/xlsx/encode-xlsx';
export { COLUMN_SCHEMAS } from './docs/column-schemas';
export { ANY_REFUSALS, BODY_REFUSALS, DescribeAnswer, describeRefusal, KEYED_REFUSALS } from './docs/describe-answer';
export { describeHead } from './docs/describe-head';
export { describeApi } from './docs/describe-api';
export { serveStartPage } from './docs/start-page';
export { serveConsole } from './docs/serve-console';
export { ROW_MEDIA } from './docs/row-media';
export {
  FLAG,
  listOf,
  mapOf,
  NULLABLE_STRING,
  objectOf,
  refersTo,
  rowsOf,
  SCALAR,
  SCHEMAS,
  type Schema,
  STRING,
  STRINGS,
  successOf,
} from './docs/schemas';
export { answerHead } from './edge/answer-head';
export { Direct, DirectRoutes } from './edge/direct-routes';
export { allowOrigins } from './edge/allow-origins';
export { findServer } from './edge/find-server';
export { httpOptions } from './edge/http-options';
export { limitConcurrency } from './edge/limit-concurrency';
export { limitRate } from './edge/limit-rate';
export { LimitedClients } from './edge/limited-client';
export { MalformedRequests } from './edge/malformed-requests';
export { networkOf } from './edge/network-of';
export { gatherWrites, OpenConnections } from './edge/open-connections';
export { checkRequests, nameRequests } from './edge/prepare-requests';
export { refuseOtherMethods } from './edge/refuse-other-methods';
export { ErrorFilter } from './errors/error.filter';
export { understandError } from './errors/understand-error';
export { logOptions } from './logging/log-options';
export { LogOutput } from './logging/log-output';
export { NestLogger } from './logging/nest-logger';
export { bearerOf } from './requests/api-key-of';
export { IfPresent, InputValidationPipe } from './requests/input-validation.pipe';
export { parseQueryValue, parseRawQuery } from './requests/parse-raw-query';
export { readBodies, wrongContentType } from './requests/read-bodies';
export {
  Audited,
  type AuditNote,
  type AuditSubject,
  Context,
  CurrentCaller,
  ontologyNamedBy,
  type RequestContext,
  requestOf,
  takeNote,
} from './requests/request-context';

export { allowOrigins } from './allow-origins';
export { answerWhenHeard } from './answer-when-heard';
export { Audited, type AuditNote, takeNote } from './audit-note';
export { CacheableAnswer, CachedAnswer } from './cached-answer';
export { Edge, type RequestEdge } from './edge.decorator';
export { CurrentCaller } from './current-caller.decorator';
export { Described, loadDescriptions, type Swagger } from './described';
export { EnvelopeAdapter } from './envelope.adapter';
export { ErrorFilter } from './error.filter';
export { httpOptions } from './http-options';
export { JSON_TYPE } from './json-type';
export { limitConcurrency } from './limit-concurrency';
export { limitRate } from './limit-rate';
export { logOptions } from './log-options';
export { LogOutput } from './log-output';
export { NestLogger } from './nest-logger';
export { type QueryPair } from './parse-raw-query';
export { OpenConnections } from './open-connections';
export { checkRequests, nameRequests } from './prepare-requests';
export { protectBrowsers } from './protect-browsers';
export { RawQuery } from './raw-query.decorator';
export { readBodies } from './read-bodies';
export { refuseOtherMethods } from './refuse-other-methods';
export { RowAnswer, type RowFormat } from './row-answer';
export { rowPrinting } from './row-format';
export { UnreadRequests } from './unread-requests';
export { inputValidation } from './validate-input';
export {
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  MinLength,
  ValidateBy,
  ValidateIf,
  VALIDATOR,
} from './validators';
export { answerRows, type GivenRows, WholeAnswer } from './whole-answer';

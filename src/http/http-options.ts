import type { FastifyServerOptions } from 'fastify';
import type { Logger } from 'pino';
import {
  CONNECTION_CHECK_MS,
  HEADERS_TIMEOUT_MS,
  MAX_HEADER_BYTES,
  MAX_SEGMENT_LENGTH,
  REQUEST_TIMEOUT_MS,
} from './limits';
import { refuseConnection } from './refuse-connection';
import { requestIdOf } from './request-id';
import { RequestLog } from './request-log';
import { sendError } from './send-error';

type HttpOptions = FastifyServerOptions & { readonly http: object };

/** How Fastify is to behave at the edge (spec 2, "Methods and addresses" and "Errors"). */
export function httpOptions(logger: Logger, maxBodyBytes: number): HttpOptions {
  return {
    loggerInstance: logger,
    logController: new RequestLog(),
    genReqId: requestIdOf,
    bodyLimit: maxBodyBytes,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: MAX_SEGMENT_LENGTH },
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CONNECTION_CHECK_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    clientErrorHandler: refuseConnection,
    frameworkErrors: sendError,
  };
}

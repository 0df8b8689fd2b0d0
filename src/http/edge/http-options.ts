import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Logger } from 'pino';
import { CONNECTION_CHECK_MS, MAX_HEADER_BYTES, MAX_SEGMENT_LENGTH } from '../requests/limits';
import { responsesWith } from './constant-headers';
import { securityHeaders } from './security-headers';
import { rerouteRefused } from './prepare-requests';
import { requestIdOf } from '../requests/request-context';
import { RequestLog } from '../logging/request-log';
import type { MalformedRequests } from './malformed-requests';

type HttpOptions = FastifyServerOptions & { readonly http: object };

/** The limits that the operator configures. */
interface HttpLimits {
  readonly maxBodyBytes: number;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  readonly keepAliveTimeoutMs: number;
  readonly trustProxy: readonly string[];
}

/** Returns the options of Fastify (docs/errors.md). */
export function httpOptions(logger: Logger, limits: HttpLimits, unread: MalformedRequests): HttpOptions {
  return {
    loggerInstance: logger,
    logController: new RequestLog(),
    genReqId: requestIdOf,
    bodyLimit: limits.maxBodyBytes,
    trustProxy: limits.trustProxy.length > 0 && [...limits.trustProxy],
    exposeHeadRoutes: false,
    return503OnClosing: false,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: true, maxParamLength: MAX_SEGMENT_LENGTH },
    http: {
      headersTimeout: Math.min(limits.headersTimeoutMs, limits.requestTimeoutMs),
      connectionsCheckingInterval: CONNECTION_CHECK_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      requireHostHeader: false,
      ServerResponse: responsesWith(securityHeaders()),
    },
    clientErrorHandler(this: FastifyInstance, error, socket) {
      void unread.refuse(this, error, socket);
    },
    frameworkErrors: rerouteRefused,
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
  };
}

/** Replaces Fastify's schema compilers, which are a twentieth of the files that a start loads: no route has a schema. */
function refuseSchemas(): never {
  throw new Error('routes of this service are validated by their DTO classes, not by schemas');
}

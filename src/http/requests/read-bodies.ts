import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors';
import { decodeJson, decodeUtf8 } from './decode-json';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body of the route is a string; by default, it is JSON. */
    readonly takesText?: boolean;
  }
}

type Done = (error: Error | null, body?: unknown) => void;
type Reader = (request: FastifyRequest, body: Buffer, done: Done) => void;

const TEXT_TYPES = ['text/plain', 'application/text'];

/**
 * Registers the parsers of bodies (docs/http-api.md): JSON, and strings for the routes that accept them, also without a content type; an empty
 * body is undefined; any other type is rejected with 415.
 */
export function readBodies(instance: FastifyInstance): void {
  const readJson = jsonReader(instance);
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (takesText(request)) done(wrongContentType(request));
    else readJson(request, body, done);
  });
  instance.addContentTypeParser(TEXT_TYPES, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (takesText(request)) readText(request, body, done);
    else done(wrongContentType(request));
  });
  instance.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (request.headers['content-type'] !== undefined) done(wrongContentType(request));
    else (takesText(request) ? readText : readJson)(request, body, done);
  });
}

function takesText({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.takesText === true;
}

function jsonReader(instance: FastifyInstance): Reader {
  const parse = instance.getDefaultJsonParser('error', 'error');
  return reader((request, body, done) => void parse(request, decodeJson(body), done));
}

const readText = reader((_request, body, done) => {
  done(null, decodeUtf8(body));
});

/** Returns a reader for which an empty body is undefined, and that reports what `read` throws. */
function reader(read: Reader): Reader {
  return (request, body, done) => {
    if (body.length === 0) {
      done(null, undefined);
      return;
    }
    try {
      read(request, body, done);
    } catch (error) {
      done(error as Error);
    }
  };
}

/** Returns the error of a body with a type that the route does not accept. */
export function wrongContentType(request: FastifyRequest): ServiceError {
  const type = takesText(request) ? 'application/text' : 'application/json';
  return new ServiceError('request_content_type', 'the content type of the body is not accepted', {
    hint: `send Content-Type: ${type}`,
  });
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors';
import { decodeJson } from './decode-json';

type Done = (error: Error | null, body?: unknown) => void;

/**
 * Registers the parsers of bodies (docs/http-api.md): JSON, also without a content type; an empty body is undefined; any other type is
 * rejected with 415.
 */
export function readBodies(instance: FastifyInstance): void {
  const readJson = jsonReader(instance);
  instance.removeAllContentTypeParsers();
  instance.addContentTypeParser('application/json', { parseAs: 'buffer' }, readJson);
  instance.addContentTypeParser('*', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer, done: Done) => {
    if (request.headers['content-type'] === undefined) readJson(request, body, done);
    else done(wrongType());
  });
}

function jsonReader(instance: FastifyInstance): (request: FastifyRequest, body: Buffer, done: Done) => void {
  const parse = instance.getDefaultJsonParser('error', 'error');
  return (request, body, done) => {
    if (body.length === 0) {
      done(null, undefined);
      return;
    }
    try {
      void parse(request, decodeJson(body), done);
    } catch (error) {
      done(error as Error);
    }
  };
}

function wrongType(): ServiceError {
  return new ServiceError('request_content_type', 'the content type of the body is not accepted', {
    hint: 'send Content-Type: application/json',
  });
}

import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ANY_REFUSALS, describeRefusal } from './describe-answer';
import { SCHEMAS } from './schemas';

/** The root of a separate application for the documentation, without a socket. It is created by the first request for the documentation. */
@Module({})
class DocsModule {}

/**
 * Serves the OpenAPI document and its page, generated from the controllers and DTOs. Both describe only the interface and require no key.
 */
export function describeApi(app: NestFastifyApplication, serviceName: string): void {
  let docs: Promise<FastifyInstance> | undefined;
  const answer = async ({ url, headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    docs ??= openDocs(app, serviceName);
    const answered = await (await docs).inject({ url, headers, payloadAsStream: true });
    if (answered.statusCode >= 400) {
      reply.callNotFound();
      return reply;
    }
    return reply.code(answered.statusCode).headers(answered.headers).removeHeader('connection').send(answered.stream());
  };
  const path = docsPath(serviceName);
  const instance = app.getHttpAdapter().getInstance();
  for (const url of [path, `${path}/*`, documentPath(serviceName)])
    instance.get(url, { config: { queryParameters: 'any' } }, answer);
}

/** Returns the path prefix of the documentation page and its files. */
export function docsPath(serviceName: string): string {
  return `/${serviceName}/docs`;
}

function documentPath(serviceName: string): string {
  return `/${serviceName}/openapi.json`;
}

async function openDocs(app: NestFastifyApplication, serviceName: string): Promise<FastifyInstance> {
  // Nest declares its options as a class, but never creates an instance
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment
  const docs = await NestFactory.create<NestFastifyApplication>(DocsModule, new FastifyAdapter(), {
    abortOnError: false,
  });
  const { components, ...described } = SwaggerModule.createDocument(app, describeService());
  const schemas = { ...components?.schemas, ...SCHEMAS };
  const document = { ...described, components: { ...components, schemas } };
  SwaggerModule.setup(docsPath(serviceName), docs, document, {
    jsonDocumentUrl: documentPath(serviceName),
    raw: ['json'],
  });
  await docs.init();
  return docs.getHttpAdapter().getInstance();
}

function describeService(): Omit<OpenAPIObject, 'paths'> {
  return new DocumentBuilder()
    .setTitle('Ontology Query Service')
    .setDescription('Queries relational databases as a knowledge graph.')
    .setVersion('1')
    .setOpenAPIVersion('3.1.0')
    .addServer('/', 'The server of this document')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The token of a user' }, 'x-api-key')
    .addBearerAuth({ type: 'http', description: 'The token of a user, as in x-api-key' }, 'token')
    .addBearerAuth({ type: 'http', description: 'User and password, encrypted with Fernet; get_token only' }, 'bearer')
    .addSecurityRequirements('x-api-key')
    .addSecurityRequirements('token')
    .addGlobalResponse(...ANY_REFUSALS.map(describeRefusal))
    .build();
}

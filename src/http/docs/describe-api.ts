import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ANY_REFUSALS, describeRefusal } from './describe-answer';
import { describeHead } from './describe-head';
import { docsPath, documentPath } from './docs-paths';
import { serveOntologyPage } from './ontology-page';
import { SCHEMAS } from './schemas';

/** The content security policy of the documentation page, which has inline style elements and sends requests to this service. */
const POLICY = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
].join(';');

/** The root of a separate application for the documentation, without a socket. It is created by the first request for the documentation. */
@Module({})
class DocsModule {}

/**
 * Serves the OpenAPI document and its page, generated from the controllers and DTOs, and a page that loads the document of an ontology with the
 * token of its reader. They describe only the interface and require no key.
 */
export function describeApi(app: NestFastifyApplication, serviceName: string, basePath: string): void {
  let docs: Promise<FastifyInstance> | undefined;
  const instance = app.getHttpAdapter().getInstance();
  const withHead = watchHead(instance);
  const path = docsPath(serviceName);
  const pagePath = `${path}/:ontology_name`;
  const tokenPath = `/${serviceName}/get_${serviceName}_user_token`;
  const sendPage = serveOntologyPage(instance, path, { basePath, tokenPath });
  const answer = async ({ url, headers, routeOptions }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    docs ??= openDocs(app, { serviceName, basePath }, withHead);
    const answered = await (await docs).inject({ url, headers, payloadAsStream: true });
    if (answered.statusCode >= 400) {
      if (routeOptions.url === pagePath) return sendPage(reply);
      reply.callNotFound();
      return reply;
    }
    if (routeOptions.url !== documentPath(serviceName)) void reply.header('content-security-policy', POLICY);
    return reply.code(answered.statusCode).headers(answered.headers).removeHeader('connection').send(answered.stream());
  };
  for (const url of [path, pagePath, `${path}/*`, documentPath(serviceName)])
    instance.get(url, { config: { queryParameters: 'any' } }, answer);
}

/** Returns the paths, as in an OpenAPI document, of the routes with GET and HEAD that are added from now on. */
function watchHead(instance: FastifyInstance): ReadonlySet<string> {
  const paths = new Set<string>();
  instance.addHook('onRoute', ({ url, method }) => {
    if (method.includes('GET') && method.includes('HEAD')) paths.add(url.replace(/:(\w+)/g, '{$1}'));
  });
  return paths;
}

async function openDocs(
  app: NestFastifyApplication,
  { serviceName, basePath }: { readonly serviceName: string; readonly basePath: string },
  withHead: ReadonlySet<string>,
): Promise<FastifyInstance> {
  // Nest declares its options as a class, but never creates an instance
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment
  const docs = await NestFactory.create<NestFastifyApplication>(DocsModule, new FastifyAdapter(), {
    abortOnError: false,
  });
  const { components, paths, ...described } = SwaggerModule.createDocument(app, describeService(basePath));
  const withHeads = Object.entries(paths).map(([path, item]) => {
    return [path, item.get && withHead.has(path) ? { ...item, head: describeHead(item.get) } : item] as const;
  });
  const schemas = { ...components?.schemas, ...SCHEMAS };
  const document = { ...described, paths: Object.fromEntries(withHeads), components: { ...components, schemas } };
  SwaggerModule.setup(docsPath(serviceName), docs, document, {
    jsonDocumentUrl: documentPath(serviceName),
    raw: ['json'],
  });
  await docs.init();
  return docs.getHttpAdapter().getInstance();
}

function describeService(basePath: string): Omit<OpenAPIObject, 'paths'> {
  return new DocumentBuilder()
    .setTitle('Ontology Query Service')
    .setDescription('Queries relational databases as a knowledge graph.')
    .setVersion('1')
    .setOpenAPIVersion('3.1.0')
    .addServer(basePath || '/', 'The server of this document')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The token of a user' }, 'x-api-key')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'x-jwt-token', description: 'A JWT' }, 'x-jwt-token')
    .addBearerAuth({ type: 'http', description: 'The token of a user, as in x-api-key, or a JWT' }, 'token')
    .addBearerAuth({ type: 'http', description: 'User and password, encrypted with Fernet; get_token only' }, 'bearer')
    .addSecurityRequirements('x-api-key')
    .addSecurityRequirements('x-jwt-token')
    .addSecurityRequirements('token')
    .addGlobalResponse(...ANY_REFUSALS.map(describeRefusal))
    .build();
}

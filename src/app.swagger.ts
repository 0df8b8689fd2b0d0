import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';

/** Serves the OpenAPI document and its page, made from the controllers and DTOs; both tell about the interface only and need no key. */
export function describeApi(app: NestFastifyApplication, serviceName: string): void {
  const config = new DocumentBuilder()
    .setTitle('Ontology Query Service')
    .setDescription('Relational databases with the face of a knowledge graph.')
    .setVersion('1')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The token of a user' }, 'x-api-key')
    .addBearerAuth({ type: 'http', description: 'User and password, encrypted with Fernet; get_token only' }, 'bearer')
    .addSecurityRequirements('x-api-key')
    .build();
  SwaggerModule.setup(docsPath(serviceName), app, () => SwaggerModule.createDocument(app, config), {
    jsonDocumentUrl: `${serviceName}/openapi.json`,
    raw: ['json'],
  });
}

/** Below which the page of the documentation and its files are. */
export function docsPath(serviceName: string): string {
  return `/${serviceName}/docs`;
}

import { Controller, Get, Param, UseInterceptors } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Environment } from '../../config';
import { CurrentCaller, DescribeAnswer, listOf, objectOf, refersTo, STRING } from '../../http';
import type { Caller } from '../../model';
import { OntologyRegistry } from '../../ontologies';
import { describeOntology } from './describe-ontology';
import { OntologyDocumentInterceptor } from './ontology-document.interceptor';
import { queryableKinds } from './queryable-kinds';

const DOCUMENT = {
  schema: {
    ...objectOf({ openapi: STRING, info: objectOf({ title: STRING, version: STRING }) }),
    additionalProperties: { anyOf: [refersTo('JsonObject'), listOf(refersTo('JsonObject'))] },
  },
  example: { openapi: '3.1.0', info: { title: 'world', version: '0b8f7a3e-5f0c-4f0e-9d53-0c8f2f0d8a11' }, paths: {} },
};

/** Describes the concepts and views of an ontology as OpenAPI documents. */
@ApiTags('query')
@Controller('openapi')
export class OntologyDocumentController {
  constructor(
    private readonly catalogue: OntologyRegistry,
    private readonly environment: Environment,
  ) {}

  @Get(':ontology_name.json')
  @UseInterceptors(OntologyDocumentInterceptor)
  @ApiParam({ name: 'ontology_name', example: 'world' })
  @ApiOperation({ summary: 'Read the OpenAPI document of the concepts and views that the caller may query' })
  @DescribeAnswer(DOCUMENT, 404)
  async read(@CurrentCaller() caller: Caller, @Param('ontology_name') name: string): Promise<string> {
    const { serviceName } = this.environment;
    const ontology = await this.catalogue.get(caller, name);
    return JSON.stringify(
      describeOntology(ontology, this.environment, queryableKinds(caller, ontology.name, serviceName)),
    );
  }
}

import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { quoteName } from '../../compiler/statement';
import { Audited, type AuditNote, type CachedAnswer, CurrentCaller, Described } from '../../http';
import { type Caller } from '../../model';
import { Catalogue } from '../cache/catalogue';
import { DetailsCache } from '../cache/details-cache';
import { OntologiesService } from '../ontologies.service';
import { CreateOntologyDto } from './create-ontology.dto';
import { DETAILS_EXAMPLE } from './details.example';

/** Endpoints 1, 3 and 4 of spec 1. */
@Described(({ ApiTags }) => [ApiTags('ontologies')])
@Controller()
export class OntologiesController {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly ontologies: OntologiesService,
    private readonly details: DetailsCache,
  ) {}

  @Get('get_ontologies')
  @Described(({ ApiOkResponse, ApiOperation }) => [
    ApiOperation({ summary: 'List the ontologies that the caller may see' }),
    ApiOkResponse({ example: { data: ['shop', 'world'], status: 'success' } }),
  ])
  async list(@CurrentCaller() caller: Caller): Promise<string[]> {
    return (await this.catalogue.list(caller)).map((head) => head.name);
  }

  @Post('create_ontology')
  @HttpCode(200)
  @Described(({ ApiOkResponse, ApiOperation }) => [
    ApiOperation({ summary: 'Create an ontology' }),
    ApiOkResponse({ example: { status: 'success' } }),
  ])
  async create(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateOntologyDto,
    @Audited() audit: AuditNote,
  ): Promise<void> {
    const { ontology_name: ontology } = body;
    Object.assign(audit, { ontology, statement: `CREATE ONTOLOGY ${quoteName(ontology)}` });
    audit.ontologyId = await this.ontologies.create(caller, ontology);
  }

  @Get('get_ontology/:ontology_name')
  @Described(({ ApiOkResponse, ApiOperation, ApiParam }) => [
    ApiParam({ name: 'ontology_name', example: 'shop' }),
    ApiOperation({ summary: 'Read the details of an ontology' }),
    ApiOkResponse({ example: { data: DETAILS_EXAMPLE, status: 'success' } }),
  ])
  read(@CurrentCaller() caller: Caller, @Param('ontology_name') name: string): Promise<CachedAnswer> {
    return this.details.get(caller, name);
  }

  @Post('get_ontology/:ontology_name')
  @HttpCode(200)
  @Described(({ ApiOkResponse, ApiOperation, ApiParam }) => [
    ApiParam({ name: 'ontology_name', example: 'shop' }),
    ApiOperation({ summary: 'Read the details of an ontology (the same as GET)' }),
    ApiOkResponse({ example: { data: DETAILS_EXAMPLE, status: 'success' } }),
  ])
  readByPost(@CurrentCaller() caller: Caller, @Param('ontology_name') name: string): Promise<CachedAnswer> {
    return this.read(caller, name);
  }
}

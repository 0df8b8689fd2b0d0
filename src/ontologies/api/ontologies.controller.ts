import { Body, Controller, Get, HttpCode, Param, Post, UseInterceptors } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Environment } from '../../config';
import {
  Audited,
  type AuditNote,
  BODY_REFUSALS,
  Context,
  CurrentCaller,
  DescribeAnswer,
  Direct,
  type RequestContext,
  STRINGS,
  successOf,
} from '../../http';
import { type Caller, quoteName } from '../../model';
import { OntologyRegistry } from '../versions/ontology-registry';
import { OntologiesService } from '../change/ontologies.service';
import { ontologyDetails } from '../show/ontology-details';
import { CreateOntologyDto } from './create-ontology.dto';
import { DETAILS_ANSWER } from './details.example';
import { MetadataCacheInterceptor } from './metadata-cache.interceptor';

/** Lists, reads and creates ontologies. */
@ApiTags('ontologies')
@Controller()
export class OntologiesController {
  constructor(
    private readonly catalogue: OntologyRegistry,
    private readonly ontologies: OntologiesService,
    private readonly environment: Environment,
  ) {}

  @Get('get_ontologies')
  @UseInterceptors(MetadataCacheInterceptor)
  @Direct()
  @ApiOperation({ summary: 'List the ontologies that the caller may see' })
  @DescribeAnswer({ schema: successOf({ data: STRINGS }), example: { data: ['shop', 'world'], status: 'success' } })
  async list(@Context() { caller }: RequestContext): Promise<string> {
    const versions = await this.catalogue.list(caller);
    return JSON.stringify(versions.map((current) => current.name));
  }

  @Post('create_ontology')
  @HttpCode(200)
  @ApiOperation({ summary: 'Create an ontology' })
  @DescribeAnswer({ schema: successOf({}), example: { status: 'success' } }, 403, 409, ...BODY_REFUSALS)
  async create(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateOntologyDto,
    @Audited() audit: AuditNote,
  ): Promise<void> {
    const { ontology_name: ontology } = body;
    audit.ontology = ontology;
    audit.statement = `CREATE ONTOLOGY ${quoteName(ontology)}`;
    audit.ontologyId = await this.ontologies.create(caller, ontology);
  }

  @Get('get_ontology/:ontology_name')
  @UseInterceptors(MetadataCacheInterceptor)
  @Direct()
  @ApiParam({ name: 'ontology_name', type: 'string', example: 'shop' })
  @ApiOperation({ summary: 'Read the details of an ontology' })
  @DescribeAnswer(DETAILS_ANSWER, 404)
  read(
    @Context() { caller }: RequestContext,
    @Param() { ontology_name }: Record<'ontology_name', string>,
  ): Promise<string> {
    return this.describe(caller, ontology_name);
  }

  @Post('get_ontology/:ontology_name')
  @HttpCode(200)
  @UseInterceptors(MetadataCacheInterceptor)
  @ApiParam({ name: 'ontology_name', example: 'shop' })
  @ApiOperation({ summary: 'Read the details of an ontology (the same as GET)' })
  @DescribeAnswer(DETAILS_ANSWER, 404, ...BODY_REFUSALS)
  readByPost(@CurrentCaller() caller: Caller, @Param('ontology_name') name: string): Promise<string> {
    return this.describe(caller, name);
  }

  private async describe(caller: Caller, name: string): Promise<string> {
    return JSON.stringify(ontologyDetails(await this.catalogue.get(caller, name), this.environment.serviceName));
  }
}

import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { BODY_REFUSALS, CurrentCaller, DescribeAnswer, successOf } from '../../http';
import { type Caller } from '../../model';
import { CacheClearingService } from './cache-clearing.service';

const CLEARED = { schema: successOf({}), example: { status: 'success' } };

/** Clears the cache of an ontology. */
@ApiTags('ontologies')
@Controller('clear_cache')
export class CacheController {
  constructor(private readonly clearing: CacheClearingService) {}

  @Get(':ontology_name')
  @RouteConfig({ changesState: true })
  @ApiParam({ name: 'ontology_name', example: 'shop' })
  @ApiOperation({ summary: 'Clear the cache of an ontology on all instances; needs a key-value cache backend' })
  @DescribeAnswer(CLEARED, 403, 404, 501)
  async clear(@CurrentCaller() caller: Caller, @Param('ontology_name') name: string): Promise<void> {
    await this.clearing.clear(caller, name);
  }

  @Post(':ontology_name')
  @HttpCode(200)
  @ApiParam({ name: 'ontology_name', example: 'shop' })
  @ApiOperation({ summary: 'Clear the cache of an ontology on all instances (the same as GET)' })
  @DescribeAnswer(CLEARED, 403, 404, 501, ...BODY_REFUSALS)
  async clearByPost(@CurrentCaller() caller: Caller, @Param('ontology_name') name: string): Promise<void> {
    await this.clear(caller, name);
  }
}

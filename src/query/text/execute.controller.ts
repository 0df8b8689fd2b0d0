import { Controller, Get, Post } from '@nestjs/common';
import { ApiExcludeEndpoint, ApiHeader, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ServiceError } from '../../errors';
import {
  answerRows,
  Context,
  DescribeAnswer,
  listOf,
  objectOf,
  type RequestContext,
  STRING,
  type WholeAnswer,
} from '../../http';
import { OntologyRegistry } from '../../ontologies';
import { cutRows } from '../statements/cut-rows';
import { readCut } from './read-cut';

const COLUMNS = [{ name: 'ontology', type: 'string' }] as const;

/** The paths of clients that send statements as text, besides their statements (docs/text-interface.md). */
@ApiTags('statements as text')
@Controller('execute')
export class ExecuteController {
  constructor(private readonly catalogue: OntologyRegistry) {}

  @Get('show_ontologies')
  @ApiOperation({ summary: 'List the ontologies that the caller may see' })
  @ApiHeader({ name: 'results-limit', required: false, description: 'The greatest number of rows' })
  @ApiHeader({ name: 'results-offset', required: false, description: 'The number of rows that are skipped' })
  @DescribeAnswer({ schema: listOf(objectOf({ ontology: STRING })), example: [{ ontology: 'world' }] })
  async showOntologies(@Context() { caller, headers }: RequestContext): Promise<WholeAnswer> {
    const cut = readCut(headers);
    const rows = (await this.catalogue.list(caller)).map(({ name }) => [name]);
    return answerRows(cutRows({ columns: COLUMNS, rows }, cut), { format: 'array' });
  }

  @Get(['prompt', 'answer'])
  @ApiExcludeEndpoint()
  refuse(): never {
    throw new ServiceError(
      'request_needs_language_model',
      'this path needs a language model, which the service does not have',
      {
        hint: 'agents find concepts and run statements by the Model Context Protocol: docs/agents.md',
      },
    );
  }

  @Post(['prompt', 'answer'])
  @ApiExcludeEndpoint()
  refusePost(): never {
    return this.refuse();
  }
}

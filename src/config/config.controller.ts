import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { ServiceError } from '../errors';
import { BODY_REFUSALS, DescribeAnswer, mapOf, STRING, successOf } from '../http';
import { Environment } from './environment';

const VALUE = {
  schema: successOf({ data: mapOf(STRING) }),
  example: { data: { REGION: 'eu-west' }, status: 'success' },
};

/** Returns the value of one environment variable, if the operator allows it (get_config). */
@ApiTags('configuration')
@Controller('get_config')
export class ConfigController {
  constructor(private readonly environment: Environment) {}

  @Get(':config_name')
  @ApiParam({ name: 'config_name', example: 'REGION' })
  @ApiOperation({ summary: 'Read an allowed configuration value' })
  @DescribeAnswer(VALUE, 403)
  read(@Param('config_name') name: string): Record<string, string> {
    const value = this.environment.publishedVariables.get(name);
    if (value === undefined) throw new ServiceError('config_not_allowed', 'this configuration value is not available');
    return { [name]: value };
  }

  @Post(':config_name')
  @HttpCode(200)
  @ApiParam({ name: 'config_name', example: 'REGION' })
  @ApiOperation({ summary: 'Read an allowed configuration value (the same as GET)' })
  @DescribeAnswer(VALUE, 403, ...BODY_REFUSALS)
  readByPost(@Param('config_name') name: string): Record<string, string> {
    return this.read(name);
  }
}

import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ServiceError } from '../errors';
import { Environment } from './environment';

/** Returns the value of one environment variable, if the operator allows it (get_config). */
@ApiTags('configuration')
@Controller('get_config')
export class ConfigController {
  constructor(private readonly environment: Environment) {}

  @Get(':config_name')
  @ApiOperation({ summary: 'Read an allowed configuration value' })
  @ApiOkResponse({ example: { data: { REGION: 'eu-west' }, status: 'success' } })
  read(@Param('config_name') name: string): Record<string, string> {
    const value = this.environment.publishedVariables.get(name);
    if (value === undefined) throw new ServiceError('config_not_allowed', 'this configuration value is not available');
    return { [name]: value };
  }

  @Post(':config_name')
  @HttpCode(200)
  @ApiOperation({ summary: 'Read an allowed configuration value (the same as GET)' })
  @ApiOkResponse({ example: { data: { REGION: 'eu-west' }, status: 'success' } })
  readByPost(@Param('config_name') name: string): Record<string, string> {
    return this.read(name);
  }
}

import { Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import { BODY_REFUSALS, DescribeAnswer, STRINGS, successOf } from '../../http';
import { TokensService } from '../accounts/tokens.service';
import { type User } from '../accounts/users.repository';
import { BearerGuard, LoggedIn } from './bearer.guard';
import { Public } from './public.decorator';

/** Issues a new API token for the user in the bearer token. */
@ApiTags('authentication')
@Controller()
export class TokenController {
  constructor(private readonly tokens: TokensService) {}

  @Post('get_token')
  @HttpCode(200)
  @Public()
  @RouteConfig({ realm: 'get_token' })
  @UseGuards(BearerGuard)
  @ApiBearerAuth()
  @ApiOperation({ summary: 'Get an API token for a user name and a password' })
  @DescribeAnswer(
    { schema: successOf({ data: STRINGS }), example: { data: ['tk_<64 hexadecimal digits>'], status: 'success' } },
    ...BODY_REFUSALS,
  )
  async issue(@LoggedIn() user: User): Promise<readonly string[]> {
    return [await this.tokens.issue(user)];
  }
}

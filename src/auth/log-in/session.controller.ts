import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors';
import {
  type AuditNote,
  Audited,
  BODY_REFUSALS,
  DescribeAnswer,
  objectOf,
  STRING,
  successOf,
  takeNote,
} from '../../http';
import { TokensService } from '../accounts/tokens.service';
import { type User } from '../accounts/users.repository';
import { LogInDto, LogInOnceDto } from './log-in.dto';
import { LogInService } from './log-in.service';
import { Public } from './public.decorator';

/** A log-in of a person: the token ends with the log-out, and after at most eight hours. */
interface Session {
  readonly user: string;
  readonly token: string;
  /** ISO 8601 in UTC. */
  readonly expires_at: string;
}

const SESSION = {
  schema: successOf({
    data: objectOf({ user: STRING, token: STRING, expires_at: { type: 'string', format: 'date-time' } }),
  }),
  example: {
    data: { user: 'ana', token: 'tk_<64 hexadecimal digits>', expires_at: '2026-01-31T18:00:00.000Z' },
    status: 'success',
  },
};

/** Logs people in and out, for pages that keep a token for the time of a visit. */
@ApiTags('authentication')
@Controller()
export class SessionController {
  constructor(
    private readonly logins: LogInService,
    private readonly tokens: TokensService,
  ) {}

  @Post('log_in')
  @HttpCode(200)
  @Public()
  @RouteConfig({ realm: 'log_in' })
  @ApiOperation({ summary: 'Log in with a user name and a password, for at most eight hours', security: [{}] })
  @DescribeAnswer(SESSION, ...BODY_REFUSALS)
  async logIn(@Body() body: LogInDto, @Req() request: FastifyRequest): Promise<Session> {
    const { user, password } = body;
    const note = takeNote(request, { statement: 'log_in' });
    const found = await this.logins.logIn({ user, password, address: request.ip, note });
    return this.open(found);
  }

  @Post('log_in_once')
  @HttpCode(200)
  @Public()
  @RouteConfig({ realm: 'log_in' })
  @ApiOperation({ summary: 'Log in with a code that the service has printed, which is valid once', security: [{}] })
  @DescribeAnswer(SESSION, ...BODY_REFUSALS)
  async logInOnce(@Body() { code }: LogInOnceDto, @Req() request: FastifyRequest): Promise<Session> {
    const note = takeNote(request, { statement: 'log_in_once' });
    const user = await this.tokens.useOneTimeCode(code);
    note.user = user.name;
    return this.open(user);
  }

  @Post('log_out')
  @HttpCode(200)
  @ApiOperation({ summary: 'Log out: revoke the API token of this request' })
  @DescribeAnswer({ schema: successOf({}), example: { status: 'success' } }, ...BODY_REFUSALS)
  async logOut(@Audited() note: AuditNote, @Req() { apiKey }: FastifyRequest): Promise<void> {
    note.statement = 'log_out';
    if (apiKey === undefined) throw new ServiceError('request_malformed', 'a JWT cannot be revoked by the service');
    await this.tokens.revokeToken(apiKey);
  }

  private async open(user: User): Promise<Session> {
    const { token, expiresAt } = await this.tokens.issueForSession(user);
    return { user: user.name, token, expires_at: expiresAt.toISOString() };
  }
}

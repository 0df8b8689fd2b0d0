import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Environment } from '../../config';
import { ServiceError } from '../../errors';
import { TokensService } from '../accounts/tokens.service';
import { LogInService } from '../passwords/log-in.service';
import { printLogInPage, printTokenPage, TOKEN_PAGE_POLICY } from './print-token-page';

const LARGEST_FORM_BYTES = 8192;

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': TOKEN_PAGE_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/**
 * The page `/{svc}/get_{svc}_user_token/` of route 1 (spec 1, "Authentication"): GET shows a log-in form, POST the token. It is a
 * Fastify plugin and no controller, so that forms are read here and nowhere else, and since its path is known at run time only.
 */
@Injectable()
export class UserTokenPage implements OnModuleInit {
  constructor(
    private readonly adapter: HttpAdapterHost,
    private readonly environment: Environment,
    private readonly logins: LogInService,
    private readonly tokens: TokensService,
  ) {}

  /** Does nothing in a context without HTTP, such as a tool's. */
  async onModuleInit(): Promise<void> {
    const server = this.adapter.httpAdapter as { getInstance(): FastifyInstance } | undefined;
    await server?.getInstance().register((scope) => this.addRoutes(scope));
  }

  private addRoutes(scope: FastifyInstance): Promise<void> {
    const { serviceName } = this.environment;
    const path = `/${serviceName}/get_${serviceName}_user_token`;
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LARGEST_FORM_BYTES },
      (_request, body, done) => {
        done(null, new URLSearchParams(String(body)));
      },
    );
    scope.get(path, (_request, reply) => reply.headers(HEADERS).send(printLogInPage()));
    scope.post(path, (request, reply) => this.answer(request, reply));
    return Promise.resolve();
  }

  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const [user, password] = [form.get('user') ?? '', form.get('password') ?? ''];
    try {
      const { id, name } = await this.logins.logIn({ user, password, address: request.ip });
      const token = await this.tokens.issue(id, readName(form));
      return await reply.headers(HEADERS).send(printTokenPage(name, token));
    } catch (error) {
      const status = refusalStatus(error);
      if (!(error instanceof ServiceError) || status === undefined) throw error;
      if (error.details.retryAfter !== undefined) void reply.header('retry-after', error.details.retryAfter);
      return reply.code(status).headers(HEADERS).send(printLogInPage(error.message));
    }
  }
}

function readName(form: URLSearchParams): string | undefined {
  const name = form.get('token_name')?.trim();
  return name === '' ? undefined : name;
}

/** What a person is told on the page itself; anything else is an error like those of the interface. */
function refusalStatus(error: unknown): number | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  if (error.code === 'auth_missing_credentials') return 401;
  if (error.code === 'request_rate_limited') return 429;
  return error.code === 'account_bad_value' ? 400 : undefined;
}

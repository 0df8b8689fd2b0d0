import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { errorCodes, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type ContentTypeParserDoneFunction } from 'fastify/types/content-type-parser';
import { Environment } from '../../config';
import { ServiceError } from '../../errors';
import { type AuditNote, takeNote, findServer, wrongContentType } from '../../http';
import { TokensService } from '../accounts/tokens.service';
import { LogInService } from './log-in.service';
import { printLogInPage, printTokenPage, TOKEN_PAGE_POLICY } from './print-token-page';

const FORM = 'application/x-www-form-urlencoded';
const LARGEST_FORM_BYTES = 8192;

/** RFC 9110 requires a challenge in each 401. No registered scheme is accepted by this page, and browsers ignore the name of another one. */
const CHALLENGE = 'Form realm="log-in"';

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': TOKEN_PAGE_POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the route accepts urlencoded forms; by default, routes reject them. */
    readonly takesForms?: boolean;
  }
}

/**
 * The page `/{svc}/get_{svc}_user_token/` (docs/http-api.md): GET returns a log-in form, POST a page with the token. The routes are added
 * to Fastify directly, since their path is known only at run time.
 */
@Injectable()
export class UserTokenPage implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly environment: Environment,
    private readonly logins: LogInService,
    private readonly tokens: TokensService,
  ) {}

  /** Adds the routes; does nothing in a context without HTTP, for example in a command-line tool. */
  onModuleInit(): void {
    const server = findServer(this.host);
    if (server !== undefined) this.addRoutes(server);
  }

  private addRoutes(server: FastifyInstance): void {
    const { serviceName } = this.environment;
    const path = `/${serviceName}/get_${serviceName}_user_token`;
    server.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: LARGEST_FORM_BYTES }, readForm);
    server.get(path, (_request, reply) => reply.headers(HEADERS).send(printLogInPage()));
    server.post(path, { config: { takesForms: true } }, (request, reply) => this.answer(request, reply));
  }

  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = request.body ?? new URLSearchParams();
    if (!(form instanceof URLSearchParams)) throw new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE();
    const note = takeNote(request, { statement: `get_${this.environment.serviceName}_user_token` });
    try {
      return await reply.headers(HEADERS).send(await this.logIn(form, request.ip, note));
    } catch (error) {
      const status = refusalStatus(error);
      if (!(error instanceof ServiceError) || status === undefined) throw error;
      request.refusal = error.code;
      if (error.details.retryAfter !== undefined) void reply.header('retry-after', error.details.retryAfter);
      if (status === 401) void reply.header('www-authenticate', CHALLENGE);
      return reply.code(status).headers(HEADERS).send(printLogInPage(error.message));
    }
  }

  private async logIn(form: URLSearchParams, address: string, note: AuditNote): Promise<string> {
    const [user, password] = [form.get('user') ?? '', form.get('password') ?? ''];
    const loggedIn = await this.logins.logIn({ user, password, address, note });
    const tokenName = form.get('token_name')?.trim();
    const token = await this.tokens.issue(loggedIn, tokenName === '' ? undefined : tokenName);
    return printTokenPage(loggedIn.name, token);
  }
}

function readForm(request: FastifyRequest, body: string | Buffer, done: ContentTypeParserDoneFunction): void {
  if (request.routeOptions.config.takesForms === true) done(null, new URLSearchParams(String(body)));
  else done(wrongContentType(request));
}

/** Returns the status of an error that the page itself shows; undefined for errors that are reported as JSON. */
function refusalStatus(error: unknown): number | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  if (error.code === 'auth_missing_credentials') return 401;
  if (error.code === 'request_rate_limited') return 429;
  return error.code === 'account_bad_value' ? 400 : undefined;
}

import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type FastifyRequest } from 'fastify';
import { refuseCredentials, ServiceError } from '../../errors';
import { requestOf } from '../../http';
import { type Caller } from '../../model';
import { CallersService } from '../accounts/callers.service';
import { findJwt } from '../jwt/find-jwt';
import { JwtCallersService } from '../jwt/jwt-callers.service';
import { ImpersonationService } from './impersonation.service';
import { IS_PUBLIC } from './public.decorator';

/**
 * Guards every route that is not marked `@Public()`: admits requests with a valid API token in `x-api-key`, or in `Authorization` as a bearer token, or with a valid JWT (docs/http-api.md).
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly callers: CallersService,
    private readonly jwts: JwtCallersService,
    private readonly impersonation: ImpersonationService,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const marks = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(IS_PUBLIC, marks) === true) return true;
    const request = requestOf(context);
    const { 'x-jwt-token': sent, authorization } = request.headers;
    const jwt = sent === undefined && authorization === undefined ? undefined : findJwt(request.headers);
    if (jwt !== undefined) return this.jwts.find(jwt).then((caller) => this.letIn(request, caller));
    const token = request.apiKey ?? refuseKeys(request);
    const known = this.callers.known(token);
    if (known !== undefined) return this.letIn(request, known);
    return this.callers.findByToken(token).then((caller) => this.letIn(request, caller));
  }

  private letIn(request: FastifyRequest, found: Caller | undefined): true | Promise<true> {
    const caller = (request.caller = found ?? refuseCredentials());
    const target = request.headers['x-api-impersonate-user'];
    if (target === undefined) return true;
    return this.impersonation.become(caller, String(target)).then((other) => {
      request.caller = other;
      return true as const;
    });
  }
}

/** Rejects a request without an API key, or with two different ones (RFC 6750, section 3.1). */
function refuseKeys({ headers }: FastifyRequest): never {
  if (headers['x-api-key'] === undefined || headers.authorization === undefined) refuseCredentials();
  throw new ServiceError('request_malformed', 'x-api-key and Authorization contain different tokens', {
    hint: 'send one of the two headers',
  });
}

import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { refuseCredentials } from '../../errors';
import { bearerOf, requestOf, takeNote } from '../../http';
import { CallersService } from '../accounts/callers.service';
import { type User } from '../accounts/users.repository';
import { LogInService } from './log-in.service';
import { BearerTokensService } from './bearer-tokens.service';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user whose password was checked for this request. */
    user?: User;
  }
}

/** Injects the authenticated user into a handler with the `BearerGuard`. */
export const LoggedIn = createParamDecorator(
  (_: unknown, context: ExecutionContext): User => requestOf(context).user ?? refuseCredentials(),
);

/** Admits requests with the name and password of a user in `Authorization: Bearer <Fernet token>` (docs/http-api.md). */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly bearers: BearerTokensService,
    private readonly logins: LogInService,
    private readonly callers: CallersService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const token = bearerOf(request.headers.authorization);
    const login = token === undefined ? undefined : this.bearers.open(token);
    if (login === undefined) refuseCredentials();
    const user = await this.logins.logIn({
      ...login,
      address: request.ip,
      note: takeNote(request, { statement: 'get_token' }),
    });
    request.user = user;
    request.caller = await this.callers.ofUser(user);
    return true;
  }
}

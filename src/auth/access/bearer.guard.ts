import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { refuseCredentials } from '../../errors';
import { requestOf, takeNote } from '../../http';
import { CallersService } from '../accounts/callers.service';
import { LogInService } from '../passwords/log-in.service';
import { BearerTokens } from './bearer-tokens.service';

/** Lets in who sends a user's name and password as `Authorization: Bearer <Fernet token>` (spec 1, "Authentication", route 2). */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly bearers: BearerTokens,
    private readonly logins: LogInService,
    private readonly callers: CallersService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = requestOf(context);
    const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const login = token === undefined ? undefined : this.bearers.open(token);
    if (login === undefined) refuseCredentials();
    const user = await this.logins.logIn({ ...login, address: request.ip, note: takeNote(request, 'get_token') });
    request.caller = await this.callers.ofUser(user);
    return true;
  }
}

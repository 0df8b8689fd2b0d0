import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type FastifyRequest } from 'fastify';
import { refuseCredentials } from '../../errors';
import { requestOf } from '../../http';
import { type Caller } from '../../model';
import { CallersService } from '../accounts/callers.service';
import { IS_PUBLIC } from './public.decorator';

/** Guards every route that is not marked `@Public()`: admits requests with a valid API token in `x-api-key` (docs/http-api.md). */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly callers: CallersService,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const marks = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(IS_PUBLIC, marks) === true) return true;
    const request = requestOf(context);
    const token = request.headers['x-api-key'];
    if (typeof token !== 'string') refuseCredentials();
    const known = this.callers.known(token);
    if (known !== undefined) return letIn(request, known);
    return this.callers.findByToken(token).then((caller) => letIn(request, caller));
  }
}

function letIn(request: FastifyRequest, caller: Caller | undefined): true {
  request.caller = caller ?? refuseCredentials();
  return true;
}

import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type FastifyRequest } from 'fastify';
import { CallersService } from '../accounts/callers.service';
import { IS_PUBLIC } from './public.decorator';
import { refuseCredentials } from './refuse-credentials';

/** Stands before every route that is not marked `@Public()` and lets in who sends a live API token as `x-api-key` (spec 1, "Authentication"). */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly callers: CallersService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const marks = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(IS_PUBLIC, marks) === true) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const token = request.headers['x-api-key'];
    const caller = typeof token === 'string' ? await this.callers.findByToken(token) : undefined;
    request.caller = caller ?? refuseCredentials();
    return true;
  }
}

import 'reflect-metadata';
import { type CallHandler, type CanActivate, Controller, type ExecutionContext, Get, Injectable, Module, type NestInterceptor, Scope, UseGuards } from '@nestjs/common'; // prettier-ignore
import { APP_GUARD, APP_INTERCEPTOR, NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastify } from 'fastify';
import { ServiceError } from '../../errors';
import { EnvelopeAdapter } from '../answers/envelope.adapter';
import { ErrorFilter } from '../errors/error.filter';
import { Context, requestOf, type RequestContext } from '../requests/request-context';
import { Direct, DirectRoutes } from './direct-routes';

const CALLER = { id: '1', name: 'ann', roles: [], grants: [] };
const VERDICTS: Readonly<Record<string, () => boolean | Promise<boolean>>> = {
  yes: () => true,
  later: () => Promise.resolve(true),
  no: () => false,
  'later no': () => Promise.resolve(false),
  refuse: () => {
    throw new ServiceError('auth_forbidden', 'refused');
  },
  'refuse later': () => Promise.reject(new ServiceError('auth_forbidden', 'refused')),
};
const seen: string[] = [];

/** Judges by a header of the request, and records that it was asked. */
@Injectable()
class FirstGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = requestOf(context);
    request.caller = CALLER;
    seen.push(`first for ${context.getClass().name}.${context.getHandler().name}`);
    return VERDICTS[String(request.headers.first)]!();
  }
}

@Injectable()
class SecondGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    seen.push('second');
    return VERDICTS[String(requestOf(context).headers.second)]!();
  }
}

@Controller()
class Things {
  @Get('thing')
  @Direct()
  thing(@Context() { caller }: RequestContext): unknown {
    seen.push('thing');
    return { name: caller.name };
  }
  @Get('broken')
  @Direct()
  broken(@Context() { caller }: RequestContext): unknown {
    throw new ServiceError('auth_forbidden', `not for ${caller.name}`);
  }
  @Get('broken-later')
  @Direct()
  brokenLater(@Context() { caller }: RequestContext): Promise<unknown> {
    return Promise.reject(new ServiceError('auth_forbidden', `not for ${caller.name}`));
  }
}

@Controller()
class Guarded {
  @Get('guarded')
  @UseGuards(FirstGuard)
  @Direct()
  guarded(@Context() { caller }: RequestContext): string {
    return caller.name;
  }
}

const GUARDS = [FirstGuard, SecondGuard].map((useClass) => ({ provide: APP_GUARD, useClass }));
@Module({ controllers: [Things], providers: GUARDS })
class ThingsModule {}
@Module({ controllers: [Guarded] })
class GuardedModule {}

@Injectable()
class EveryInterceptor implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): ReturnType<CallHandler['handle']> {
    return next.handle();
  }
}
@Module({ controllers: [Things], providers: [{ provide: APP_INTERCEPTOR, useClass: EveryInterceptor }] })
class InterceptedModule {}
@Injectable({ scope: Scope.REQUEST })
class FreshGuard extends SecondGuard {}
@Module({ controllers: [Things], providers: [{ provide: APP_GUARD, useClass: FreshGuard }] })
class FreshModule {}

async function open(module: new () => object, isOn: boolean): Promise<NestFastifyApplication> {
  const directRoutes = new DirectRoutes(isOn);
  const adapter = new EnvelopeAdapter(fastify(), (handler) => directRoutes.replace(handler));
  // Nest types its options as a class that is never instantiated
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, { logger: false });
  app.useGlobalFilters(new ErrorFilter());
  await app.init();
  directRoutes.connect(app, adapter);
  await app.getHttpAdapter().getInstance().ready();
  return app;
}

describe('direct routes', () => {
  let apps: readonly NestFastifyApplication[];
  beforeAll(async () => {
    apps = [await open(ThingsModule, true), await open(ThingsModule, false)];
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
  });

  const askBoth = async (url: string, first: string, second: string) => {
    const answers = [];
    for (const app of apps) {
      seen.length = 0;
      const { statusCode, body } = await app.inject({ url, headers: { first, second } });
      answers.push({ statusCode, body: body.replace(/"request_id":"[^"]*"/, ''), seen: [...seen] });
    }
    return answers;
  };

  const verdicts = Object.keys(VERDICTS);
  const pairs = verdicts.flatMap((first) => verdicts.map((second) => [first, second] as const));
  it.each(pairs)('run all guards in order as Nest does: %s, then %s', async (first, second) => {
    const [direct, byNest] = await askBoth('/thing', first, second);
    expect(direct).toEqual(byNest);
    const isAdmitted = [first, second].every((verdict) => verdict === 'yes' || verdict === 'later');
    expect(direct?.seen.includes('thing')).toBe(isAdmitted);
    expect(direct?.seen[0]).toBe('first for Things.thing');
    expect(direct?.statusCode).toBe(isAdmitted ? 200 : 403);
  });

  it.each(['/broken', '/broken-later'])('send the error of a handler: %s', async (url) => {
    const [direct, byNest] = await askBoth(url, 'yes', 'later');
    expect(direct).toEqual(byNest);
    expect([direct?.statusCode, direct?.body]).toEqual([403, expect.stringContaining('not for ann')]);
  });

  it('refuse a handler with a guard of its own at the start', async () => {
    await expect(open(GuardedModule, true)).rejects.toThrow('a direct route has __guards__ of its own: guarded');
    await (await open(GuardedModule, false)).close();
  });

  it.each([
    ['a global interceptor', InterceptedModule],
    ['a guard that Nest creates for each request', FreshModule],
  ])('refuse %s at the start', async (_, module) => {
    await expect(open(module, true)).rejects.toThrow('direct routes run no global interceptors');
    await (await open(module, false)).close();
  });
});

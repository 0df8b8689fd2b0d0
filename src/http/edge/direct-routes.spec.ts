import 'reflect-metadata';
import { Body, type CallHandler, type CanActivate, Controller, type ExecutionContext, Get, Header, HttpCode, Injectable, Module, type NestInterceptor, Post, Scope, UseGuards, UseInterceptors } from '@nestjs/common'; // prettier-ignore
import { APP_GUARD, APP_INTERCEPTOR, APP_PIPE, NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastify } from 'fastify';
import { IsString } from 'class-validator';
import { catchError, concat, EMPTY, map, type Observable, of, throwError } from 'rxjs';
import { ServiceError } from '../../errors';
import { EnvelopeAdapter } from '../answers/envelope.adapter';
import { ErrorFilter } from '../errors/error.filter';
import { InputValidationPipe } from '../requests/input-validation.pipe';
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
type Headers = Readonly<Record<string, string>>;

/** Adds its name to the result of what it surrounds, and answers, fails or calls it late if a header of the request says so. */
abstract class NamedInterceptor implements NestInterceptor {
  protected abstract readonly name: string;

  intercept(context: ExecutionContext, next: CallHandler<object>): Observable<unknown> | Promise<Observable<unknown>> {
    seen.push(`${this.name} around ${context.getClass().name}.${context.getHandler().name}`);
    const wanted = String(requestOf(context).headers[this.name]);
    if (wanted === 'answer') return of({ by: this.name });
    if (wanted === 'answer later') return Promise.resolve(of({ by: this.name }));
    if (wanted === 'nothing') return EMPTY;
    if (wanted === 'fail') throw new ServiceError('auth_forbidden', `${this.name} refuses`);
    if (wanted === 'fail later') return throwError(() => new ServiceError('auth_forbidden', `${this.name} refuses`));
    if (wanted === 'twice') return concat(next.handle(), next.handle());
    return next.handle().pipe(
      map((result) => ({ ...result, [this.name]: true })),
      catchError((error: unknown) => {
        if (wanted !== 'rescue') throw error;
        return of({ rescued: error instanceof ServiceError && error.message });
      }),
    );
  }
}
@Injectable()
class OuterInterceptor extends NamedInterceptor {
  protected readonly name = 'outer';
}
@Injectable()
class InnerInterceptor extends NamedInterceptor {
  protected readonly name = 'inner';
}

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
@UseInterceptors(OuterInterceptor)
class Surrounded {
  @Get('surrounded')
  @UseInterceptors(InnerInterceptor)
  @Direct()
  surrounded(@Context() { caller }: RequestContext): unknown {
    seen.push('surrounded');
    return { name: caller.name };
  }
  @Get('surrounded-later')
  @Direct()
  surroundedLater(@Context() { caller }: RequestContext): Promise<unknown> {
    return Promise.resolve({ name: caller.name });
  }
  @Get('surrounded-broken')
  @Direct()
  surroundedBroken(@Context() { caller }: RequestContext): unknown {
    throw new ServiceError('auth_forbidden', `not for ${caller.name}`);
  }
}

class ThingDto {
  @IsString()
  readonly name!: string;
}

@Controller()
class Posted {
  @Post('posted')
  @HttpCode(200)
  @UseInterceptors(InnerInterceptor)
  @Direct(ThingDto)
  posted(@Context() { caller }: RequestContext, @Body() body: ThingDto): unknown {
    seen.push('posted');
    return { name: caller.name, body, isOfClass: body instanceof ThingDto };
  }
}

@Controller()
class Created {
  @Post('created')
  @Direct(ThingDto)
  created(@Context() _: RequestContext, @Body() { name }: ThingDto): string {
    return name;
  }
}

@Controller()
class WithHeader {
  @Get('with-header')
  @Header('x-own', '1')
  @Direct()
  withHeader(@Context() { caller }: RequestContext): string {
    return caller.name;
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
@Module({ controllers: [Things, Surrounded, Posted], providers: GUARDS })
class ThingsModule {}
@Module({ controllers: [Guarded] })
class GuardedModule {}
@Module({ controllers: [Created] })
class CreatedModule {}
@Module({ controllers: [WithHeader] })
class WithHeaderModule {}

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
@Injectable({ scope: Scope.REQUEST })
class FreshPipe extends InputValidationPipe {}
@Module({ controllers: [Things], providers: [{ provide: APP_PIPE, useClass: FreshPipe }] })
class FreshPipeModule {}

async function open(module: new () => object, isOn: boolean): Promise<NestFastifyApplication> {
  const directRoutes = new DirectRoutes(isOn);
  const adapter = new EnvelopeAdapter(fastify(), (handler) => directRoutes.replace(handler));
  // Nest types its options as a class that is never instantiated
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, { logger: false });
  app.useGlobalFilters(new ErrorFilter());
  app.useGlobalPipes(new InputValidationPipe());
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

  const askBoth = async (url: string, first: string, second: string, more: Headers = {}, body?: string) => {
    const answers = [];
    for (const app of apps) {
      seen.length = 0;
      const sent = body === undefined ? {} : { method: 'POST' as const, payload: body };
      const headers = { first, second, ...(body !== undefined && { 'content-type': 'application/json' }), ...more };
      const { statusCode, body: received } = await app.inject({ url, headers, ...sent });
      answers.push({ statusCode, body: received.replace(/"request_id":"[^"]*"/, ''), seen: [...seen] });
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

  const ways = ['', 'answer', 'answer later', 'nothing', 'fail', 'fail later', 'twice', 'rescue'];
  const surrounds = ways.flatMap((outer) => ways.map((inner) => [outer, inner] as const));
  it.each(surrounds)('run the interceptors of the controller and of the handler as Nest does: "%s", "%s"', async (outer, inner) => {
    for (const url of ['/surrounded', '/surrounded-later', '/surrounded-broken']) {
      const [direct, byNest] = await askBoth(url, 'yes', 'later', { outer, inner });
      expect(direct).toEqual(byNest);
      expect(direct?.seen[2]).toMatch(/^outer around Surrounded.surrounded/);
    }
  }); // prettier-ignore

  it('answer with what the interceptors make of the result', async () => {
    const [{ body, seen: calls } = { body: '', seen: [] }] = await askBoth('/surrounded', 'yes', 'yes');
    expect(JSON.parse(body)).toEqual({ data: { name: 'ann', outer: true, inner: true }, status: 'success' });
    expect(calls.slice(2)).toEqual(['outer around Surrounded.surrounded', 'inner around Surrounded.surrounded', 'surrounded']); // prettier-ignore
  });

  it.each([
    ['{"name":"a"}', 200, ['inner around Posted.posted', 'posted']],
    ['{"name":1}', 400, ['inner around Posted.posted']],
    ['{"name":"a","other":1}', 400, ['inner around Posted.posted']],
    ['{"name":"a","__proto__":1}', 400, []],
    ['{"name":"a","toString":1}', 400, ['inner around Posted.posted']],
    ['{}', 400, ['inner around Posted.posted']],
    ['[]', 400, ['inner around Posted.posted']],
    ['null', 400, ['inner around Posted.posted']],
    ['"a"', 400, ['inner around Posted.posted']],
    ['{"name"', 400, []],
    ['', 400, []],
  ])('check a body as Nest does: %s', async (body, status, calls) => {
    const [direct, byNest] = await askBoth('/posted', 'yes', 'later', {}, body);
    expect(direct).toEqual(byNest);
    expect([direct?.statusCode, direct?.seen.slice(2)]).toEqual([status, calls]);
    if (status === 200) expect(direct?.body).toContain('"body":{"name":"a"},"isOfClass":true');
  });

  it('check no body of a request that is refused, or that an interceptor answers', async () => {
    const [direct, byNest] = await askBoth('/posted', 'yes', 'no', {}, '{"name":1}');
    expect(direct).toEqual(byNest);
    expect(direct?.statusCode).toBe(403);
    const [answered, answeredByNest] = await askBoth('/posted', 'yes', 'yes', { inner: 'answer' }, '{"name":1}');
    expect(answered).toEqual(answeredByNest);
    expect(answered?.body).toContain('"by":"inner"');
  });

  it.each([
    ['a guard of its own', GuardedModule, 'a direct route has __guards__ of its own: guarded'],
    ['a header of its own', WithHeaderModule, 'a direct route has __headers__ of its own: withHeader'],
    ['another status', CreatedModule, 'a direct route has another status than 200: created'],
  ])('refuse a handler with %s at the start', async (_, module, message) => {
    await expect(open(module, true)).rejects.toThrow(message);
    await (await open(module, false)).close();
  });

  it.each([
    ['a global interceptor', InterceptedModule],
    ['a guard that Nest creates for each request', FreshModule],
    ['a pipe that Nest creates for each request', FreshPipeModule],
  ])('refuse %s at the start', async (_, module) => {
    await expect(open(module, true)).rejects.toThrow('direct routes run no global interceptors');
    await (await open(module, false)).close();
  });
});

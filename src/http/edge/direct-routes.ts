import {
  type CanActivate,
  ForbiddenException,
  HttpStatus,
  type NestInterceptor,
  type PipeTransform,
  RequestMethod,
  type Type,
} from '@nestjs/common';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  HEADERS_METADATA,
  HTTP_CODE_METADATA,
  INTERCEPTORS_METADATA,
  METHOD_METADATA,
  PIPES_METADATA,
  REDIRECT_METADATA,
  RENDER_METADATA,
} from '@nestjs/common/internal';
import { ApplicationConfig } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/internal';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { defer, lastValueFrom, mergeAll, type Observable } from 'rxjs';
import type { EnvelopeAdapter, RouteHandler } from '../answers/envelope.adapter';
import { sendError } from '../errors/send-error';
import { HttpRequestContext, type RequestContext } from '../requests/request-context';

const DIRECT = 'direct route';
/** The metadata of what only Nest can run for one route or controller. */
const ENHANCERS = [
  GUARDS_METADATA,
  PIPES_METADATA,
  EXCEPTION_FILTERS_METADATA,
  HEADERS_METADATA,
  REDIRECT_METADATA,
  RENDER_METADATA,
];

/** A handler that may be called directly: its parameters are `@Context()`, and `@Param()` or `@Body()`. */
type DirectHandler = (context: RequestContext, input: never) => unknown;

/** A method of a controller, and the class of its body if it takes one. */
interface Method {
  readonly controller: Type;
  readonly name: string;
  readonly body: Type | undefined;
}

/** A handler with its controller, and its interceptors, outermost first. */
interface Target {
  readonly instance: object;
  readonly handler: DirectHandler;
  readonly interceptors: readonly NestInterceptor[];
}

/** What handles the requests, known once the application is initialized. */
interface Connection {
  readonly guards: readonly CanActivate[];
  readonly pipes: readonly PipeTransform[];
  readonly targets: ReadonlyMap<Method, Target>;
  readonly adapter: Pick<EnvelopeAdapter, 'send'>;
}

/**
 * Marks a handler whose requests Fastify passes to it without Nest's chain of promises, which takes a tenth to a quarter of the time of a
 * short query: see `DirectRoutes`. It must have no guards, pipes or filters besides those of the whole application; its interceptors must be
 * classes. `body` is the class of its `@Body()`; without one, it has `@Param()`.
 */
export function Direct(body?: Type) {
  return <Handler extends DirectHandler>(
    target: object,
    name: string,
    { value }: TypedPropertyDescriptor<Handler>,
  ): void => {
    const method: Method = { controller: target.constructor as Type, name, body };
    if (value !== undefined) Reflect.defineMetadata(DIRECT, method, value);
  };
}

/**
 * The routes that are marked as direct. A request runs the same global guards in the same order, the same interceptors, global pipes for its
 * body and handler, and the same code for its result or error as it would by Nest; `test/e2e/direct-routes.e2e-spec.ts` compares both ways.
 */
export class DirectRoutes {
  /** The marked methods, and the classes of their interceptors. */
  private readonly marked = new Map<Method, readonly Type<NestInterceptor>[]>();
  private connection: Connection | undefined;

  /** With `isOn` false, all requests go through Nest. */
  constructor(private readonly isOn: boolean) {}

  /** Returns the handler to register for a route instead of Nest's, which has the metadata of its method. */
  replace(handler: RouteHandler): RouteHandler {
    const method = Reflect.getMetadata(DIRECT, handler) as Method | undefined;
    if (!this.isOn || method === undefined) return handler;
    const enhanced = ENHANCERS.find((key) => Reflect.hasMetadata(key, handler) || Reflect.hasMetadata(key, method.controller)); // prettier-ignore
    if (enhanced !== undefined) throw new Error(`a direct route has ${enhanced} of its own: ${method.name}`);
    if (statusOf(handler) !== HttpStatus.OK)
      throw new Error(`a direct route has another status than 200: ${method.name}`);
    this.marked.set(method, [...interceptorsOf(method.controller), ...interceptorsOf(handler)]);
    const direct = (request: FastifyRequest, reply: FastifyReply): void => {
      this.handle(method, request, reply);
    };
    for (const key of Reflect.getMetadataKeys(handler) as readonly unknown[])
      Reflect.defineMetadata(key, Reflect.getMetadata(key, handler), direct);
    return direct;
  }

  /**
   * Takes the guards and controllers from the initialized application. Must be called before the first request. Throws if there are direct
   * routes and the application has something that would run for each request by Nest only.
   */
  connect(app: NestFastifyApplication, adapter: Connection['adapter']): void {
    const configuration = app.get(ApplicationConfig, { strict: false });
    const byNestOnly = [
      ...configuration.getGlobalRequestGuards(),
      ...configuration.getGlobalInterceptors(),
      ...configuration.getGlobalRequestInterceptors(),
      ...configuration.getGlobalRequestPipes(),
    ];
    if (this.marked.size > 0 && byNestOnly.length > 0)
      throw new Error(
        'direct routes run no global interceptors, and no guards or pipes that Nest creates for each request',
      );
    const targets = new Map<Method, Target>();
    for (const [method, classes] of this.marked) {
      const instance = app.get<Record<string, DirectHandler>>(method.controller, { strict: false });
      const handler = instance[method.name];
      const interceptors = classes.map((each) => app.get<NestInterceptor>(each, { strict: false }));
      if (handler !== undefined) targets.set(method, { instance, handler, interceptors });
    }
    this.connection = {
      guards: configuration.getGlobalGuards(),
      pipes: configuration.getGlobalPipes(),
      targets,
      adapter,
    };
  }

  private handle(method: Method, request: FastifyRequest, reply: FastifyReply): void {
    try {
      const { connection } = this;
      const target = connection?.targets.get(method);
      if (connection === undefined || target === undefined) throw new Error('direct routes are not connected');
      const { guards, pipes, adapter } = connection;
      const { instance, handler, interceptors } = target;
      const execution = new ExecutionContextHost([request, reply], method.controller, handler);
      const call = (): unknown => {
        const context = new HttpRequestContext(request);
        if (method.body === undefined) return handler.call(instance, context, request.params as never);
        return checkBody(request.body, method.body, pipes).then((body) => handler.call(instance, context, body as never)); // prettier-ignore
      };
      const answer = (): Promise<void> | undefined => {
        const result = interceptors.length === 0 ? call() : intercept(interceptors, execution, call);
        if (!(result instanceof Promise)) return adapter.send(reply, result);
        return result.then((value) => adapter.send(reply, value));
      };
      const admission = admit(guards, execution);
      const sent = admission === undefined ? answer() : admission.then(answer);
      sent?.catch((error: unknown) => {
        sendError(error, request, reply);
      });
    } catch (error) {
      sendError(error, request, reply);
    }
  }
}

/** Returns the status of the responses of a handler: unless it has one of its own, Nest answers POST with 201. */
function statusOf(handler: RouteHandler): unknown {
  const isPost = Reflect.getMetadata(METHOD_METADATA, handler) === RequestMethod.POST;
  return Reflect.getMetadata(HTTP_CODE_METADATA, handler) ?? (isPost ? HttpStatus.CREATED : HttpStatus.OK);
}

/** Returns the classes of the interceptors of a controller or of a handler. */
function interceptorsOf(target: object): readonly Type<NestInterceptor>[] {
  return (Reflect.getMetadata(INTERCEPTORS_METADATA, target) ?? []) as readonly Type<NestInterceptor>[];
}

/** Runs the interceptors around the call of a handler. */
async function intercept(
  interceptors: readonly NestInterceptor[],
  context: ExecutionContextHost,
  call: () => unknown,
): Promise<unknown> {
  const from = async (place: number): Promise<Observable<unknown>> => {
    const interceptor = interceptors[place];
    if (interceptor === undefined) return defer(() => Promise.resolve(call()));
    return interceptor.intercept(context, { handle: () => defer(() => from(place + 1)).pipe(mergeAll()) });
  };
  return lastValueFrom(await from(0));
}

/** Returns the body as the pipes make it: an instance of its class, checked. */
async function checkBody(given: unknown, metatype: Type, pipes: readonly PipeTransform[]): Promise<unknown> {
  let body = given;
  for (const pipe of pipes) body = await pipe.transform(body, { type: 'body', metatype });
  return body;
}

/** Runs the guards. Returns undefined if all have admitted the request at once; throws, or rejects, if one refuses it. */
function admit(guards: readonly CanActivate[], context: ExecutionContextHost): Promise<void> | undefined {
  for (let index = 0; index < guards.length; index++) {
    const admitted = guards[index]?.canActivate(context);
    if (admitted !== true) return admitLater(admitted, guards.slice(index + 1), context);
  }
  return undefined;
}

async function admitLater(
  first: unknown,
  others: readonly CanActivate[],
  context: ExecutionContextHost,
): Promise<void> {
  if ((await first) !== true) throw new ForbiddenException();
  for (const guard of others) if ((await guard.canActivate(context)) !== true) throw new ForbiddenException();
}

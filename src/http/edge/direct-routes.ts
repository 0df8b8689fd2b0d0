import { type CanActivate, ForbiddenException, type Type } from '@nestjs/common';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  PIPES_METADATA,
} from '@nestjs/common/internal';
import { ApplicationConfig } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/internal';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EnvelopeAdapter, RouteHandler } from '../answers/envelope.adapter';
import { sendError } from '../errors/send-error';
import { HttpRequestContext, type RequestContext } from '../requests/request-context';

const DIRECT = 'direct route';
/** The metadata of what Nest would run for one route or controller only. */
const ENHANCERS = [GUARDS_METADATA, PIPES_METADATA, INTERCEPTORS_METADATA, EXCEPTION_FILTERS_METADATA];

/** A handler that may be called directly: its parameters are `@Context()` and `@Param()`. */
type DirectHandler = (context: RequestContext, parameters: never) => unknown;

/** A method of a controller. */
interface Method {
  readonly controller: Type;
  readonly name: string;
}

/**
 * Marks a handler whose requests Fastify passes to it without Nest's chain of promises, which takes up to a tenth of the processor time of a
 * short query: see `DirectRoutes`. It must have no guards, pipes, interceptors or filters besides those of the whole application.
 */
export function Direct() {
  return <Handler extends DirectHandler>(
    target: object,
    name: string,
    { value }: TypedPropertyDescriptor<Handler>,
  ): void => {
    const method: Method = { controller: target.constructor as Type, name };
    if (value !== undefined) Reflect.defineMetadata(DIRECT, method, value);
  };
}

/**
 * The routes that are marked as direct. A request runs the same global guards in the same order, the same handler, and the same code for
 * its result or error as it would by Nest; `test/e2e/direct-routes.e2e-spec.ts` compares both ways.
 */
export class DirectRoutes {
  private readonly controllers = new Map<Type, Record<string, DirectHandler>>();
  private readonly marked = new Set<Type>();
  private guards: readonly CanActivate[] | undefined;
  private adapter: Pick<EnvelopeAdapter, 'send'> | undefined;

  /** With `isOn` false, all requests go through Nest. */
  constructor(private readonly isOn: boolean) {}

  /** Returns the handler to register for a route instead of Nest's, which has the metadata of its method. */
  replace(handler: RouteHandler): RouteHandler {
    const method = Reflect.getMetadata(DIRECT, handler) as Method | undefined;
    if (!this.isOn || method === undefined) return handler;
    const enhanced = ENHANCERS.find((key) => Reflect.hasMetadata(key, handler) || Reflect.hasMetadata(key, method.controller)); // prettier-ignore
    if (enhanced !== undefined) throw new Error(`a direct route has ${enhanced} of its own: ${method.name}`);
    this.marked.add(method.controller);
    const direct = (request: FastifyRequest, reply: FastifyReply): void => {
      this.handle(method, request, reply);
    };
    for (const key of Reflect.getMetadataKeys(handler) as readonly unknown[])
      Reflect.defineMetadata(key, Reflect.getMetadata(key, handler), direct);
    return direct;
  }

  /**
   * Takes the guards and controllers from the initialized application. Must be called before the first request. Throws if the application has
   * what would run for each request and does not run for direct routes.
   */
  connect(app: NestFastifyApplication, adapter: Pick<EnvelopeAdapter, 'send'>): void {
    this.adapter = adapter;
    const configuration = app.get(ApplicationConfig, { strict: false });
    const others = [
      ...configuration.getGlobalRequestGuards(),
      ...configuration.getGlobalInterceptors(),
      ...configuration.getGlobalRequestInterceptors(),
    ];
    if (others.length > 0)
      throw new Error('direct routes run no global interceptors, and no guards that Nest creates for each request');
    this.guards = configuration.getGlobalGuards();
    for (const controller of this.marked)
      this.controllers.set(controller, app.get<Record<string, DirectHandler>>(controller, { strict: false }));
  }

  private handle(method: Method, request: FastifyRequest, reply: FastifyReply): void {
    try {
      const admission = this.admit(method, request, reply);
      const sent =
        admission === undefined
          ? this.answer(method, request, reply)
          : admission.then(() => this.answer(method, request, reply));
      sent?.catch((error: unknown) => {
        sendError(error, request, reply);
      });
    } catch (error) {
      sendError(error, request, reply);
    }
  }

  /** Runs the guards. Returns undefined if all have admitted the request at once. */
  private admit({ controller, name }: Method, request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const { guards } = this;
    const handler = this.controllers.get(controller)?.[name];
    if (guards === undefined || handler === undefined) throw new Error('direct routes are not connected');
    const context = new ExecutionContextHost([request, reply], controller, handler);
    for (let index = 0; index < guards.length; index++) {
      const admitted = guards[index]?.canActivate(context);
      if (admitted !== true) return admitLater(admitted, guards.slice(index + 1), context);
    }
    return undefined;
  }

  private answer(
    { controller, name }: Method,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> | undefined {
    const context = new HttpRequestContext(request);
    const result = this.controllers.get(controller)?.[name]?.(context, request.params as never);
    if (!(result instanceof Promise)) return this.adapter?.send(reply, result);
    return result.then((value) => this.adapter?.send(reply, value));
  }
}

async function admitLater(
  first: unknown,
  others: readonly CanActivate[],
  context: ExecutionContextHost,
): Promise<void> {
  if ((await first) !== true) throw new ForbiddenException();
  for (const guard of others) if ((await guard.canActivate(context)) !== true) throw new ForbiddenException();
}

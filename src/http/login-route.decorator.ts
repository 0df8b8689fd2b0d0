import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

const LOGINS_PER_MINUTE = 30;

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly takesForm?: boolean;
  }
}

/** Marks a route that takes passwords: tries from one address are few, whatever the general limit. With `form` its body is an HTML form, which is 415 everywhere else. */
export const LoginRoute = ({ form = false } = {}): MethodDecorator =>
  RouteConfig({
    takesForm: form,
    rateLimit: { max: LOGINS_PER_MINUTE, timeWindow: 60_000, keyGenerator: (request: FastifyRequest) => request.ip },
  });

import { Controller, Get, Inject, Res } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService } from '@nestjs/terminus';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../auth';
import { type Knex, SYSTEM_DATABASE } from '../system-database';
import { ServiceError } from '../errors';
import { mapOf, objectOf, STRING, successOf } from '../http';
import { SharedCacheService } from '../redis';
import { Metrics } from './metrics';
import { Readiness } from './readiness';

const CHECK_TIMEOUT_MS = 1000;

/** The state of a backend, and how long it took to respond, in milliseconds. */
const BACKEND = objectOf({ status: { type: 'string', enum: ['up', 'down'] }, responseTime: { type: 'number' } }, 'responseTime'); // prettier-ignore

/** Exempts a route from the rate limit and accepts any query parameters, because monitoring tools use it. */
const Unlimited = (): MethodDecorator => RouteConfig({ rateLimit: false, queryParameters: 'any' });

/**
 * The health and the metrics of the service, for orchestrators, load balancers and Prometheus: without a key, and outside the path of the
 * API.
 */
@ApiTags('operation')
@Public()
@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly metrics: Metrics,
    private readonly checks: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    @Inject(SYSTEM_DATABASE) private readonly database: Knex,
    private readonly cache: SharedCacheService,
  ) {}

  @Get('health/live')
  @Unlimited()
  @ApiOperation({ summary: 'Whether the process responds', security: [] })
  @ApiOkResponse({ content: { 'application/json': { schema: successOf({}), example: { status: 'success' } } } })
  live(): void {
    return;
  }

  @Get('health/ready')
  @Unlimited()
  @ApiOperation({ summary: 'Whether this instance accepts requests', security: [] })
  @ApiOkResponse({
    description: '503 while the instance starts or drains, or without its system database',
    content: {
      'application/json': {
        schema: successOf({ data: mapOf(BACKEND) }),
        example: { data: { system_database: { status: 'up' }, cache: { status: 'up' } }, status: 'success' },
      },
    },
  })
  async ready(): Promise<unknown> {
    if (this.readiness.draining) throw new ServiceError('service_unavailable', 'this instance is shutting down');
    const database = this.indicators
      .check('system_database')
      .attempt(() => this.askDatabase())
      .withTimeout(CHECK_TIMEOUT_MS);
    const { details } = await this.checks.check([() => database]);
    return this.cache.isConfigured ? { ...details, cache: this.cacheHealth() } : details;
  }

  @Get('metrics')
  @Unlimited()
  @ApiOperation({ summary: 'Metrics for Prometheus', security: [] })
  @ApiOkResponse({ content: { 'text/plain': { schema: STRING } } })
  async figures(@Res() reply: FastifyReply): Promise<void> {
    await reply.type(this.metrics.contentType).send(await this.metrics.print());
  }

  /** Returns the state of the cache, which is reported but does not affect readiness. */
  private cacheHealth(): { readonly status: 'up' | 'down' } {
    return { status: this.cache.isAnswering ? 'up' : 'down' };
  }

  private async askDatabase(): Promise<void> {
    await this.database.raw('select 1');
  }
}

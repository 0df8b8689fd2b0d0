import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastify, type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { AppModule } from './app.module';
import { AuditLogService } from './audit';
import { CallersService } from './auth';
import type { Environment } from './config';
import { Metrics } from './health';
import {
  allowOrigins,
  answerHead,
  holdResponsesUntilSynced,
  checkRequests,
  compressResponses,
  describeApi,
  DirectRoutes,
  EnvelopeAdapter,
  ErrorFilter,
  gatherWrites,
  httpOptions,
  InputValidationPipe,
  limitConcurrency,
  LimitedClients,
  limitRate,
  logOptions,
  LogOutput,
  nameRequests,
  NestLogger,
  OpenConnections,
  readBodies,
  refuseOtherMethods,
  serveConsole,
  serveStartPage,
  MalformedRequests,
} from './http';
import { joinWorkers, workerNumber, type Workers } from './workers';

/**
 * The margin over the query timeout after which an unread response is broken off, in milliseconds. A running statement detects a slow
 * reader itself (`StatementDeadline`); this limit covers the data that it has already returned.
 */
const UNREAD_MARGIN_MS = 1000;

/** Creates the whole application, initialized but not listening, for `main.ts` and for the tests. */
export async function createApplication(
  environment: Environment,
  root: DynamicModule = AppModule.with(environment),
): Promise<NestFastifyApplication> {
  const workers = await joinWorkers(environment.workers);
  const logger = pino(
    logOptions(environment.logLevel, workerNumber(environment.workers)),
    new LogOutput(process.stdout.fd, environment.logFormat, workers.areMany),
  );
  const unread = new MalformedRequests(environment.trustProxy.length > 0);
  const instance = fastify(httpOptions(logger, environment, unread));
  const clients = new LimitedClients();
  const refuseRest = await prepareEdge(instance, environment, workers, clients);
  const directRoutes = new DirectRoutes(environment.directRoutes);
  const adapter = new EnvelopeAdapter(instance, (handler) => directRoutes.replace(handler));
  // Nest types its options as a class that is never instantiated
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: new NestLogger(logger),
    bodyParser: false,
    abortOnError: false,
  });
  unread.onRefusal((status) => {
    app.get(Metrics, { strict: false }).observeUnread(status);
  });
  const callers = app.get(CallersService, { strict: false });
  clients.judgeKeysBy((key) => callers.isLive(key));
  prepareNest(app, environment);
  await app.init();
  directRoutes.connect(app, adapter);
  refuseRest();
  return app;
}

/**
 * Registers the hooks of Fastify. They run in this order and before those of Nest, which may end a request early; hooks that watch routes
 * must be registered before the routes. Returns a function to be called after the routes are registered.
 */
async function prepareEdge(
  instance: FastifyInstance,
  environment: Environment,
  workers: Workers,
  clients: LimitedClients,
): Promise<() => void> {
  nameRequests(instance);
  allowOrigins(instance, environment.corsOrigins);
  holdResponsesUntilSynced(instance, workers);
  if (environment.rateLimitPerMinute > 0 || environment.maxConcurrentPerKey > 0) clients.watch(instance);
  await limitRate(instance, environment.rateLimitPerMinute, workers);
  limitConcurrency(instance, environment.maxConcurrentPerKey, workers);
  checkRequests(instance);
  readBodies(instance);
  answerHead(instance);
  if (environment.compressResponses) compressResponses(instance);
  gatherWrites(instance);
  return refuseOtherMethods(instance);
}

function prepareNest(
  app: NestFastifyApplication,
  { basePath, console, serviceName, queryTimeoutMs }: Environment,
): void {
  const instance = app.getHttpAdapter().getInstance();
  app.setGlobalPrefix(`${serviceName}/api`, {
    exclude: ['health/live', 'health/ready', 'metrics', `${serviceName}/openapi/{*path}`],
  });
  app.useGlobalFilters(new ErrorFilter());
  app.useGlobalPipes(new InputValidationPipe());
  const metrics = app.get(Metrics, { strict: false });
  const auditLog = app.get(AuditLogService, { strict: false });
  instance.addHook('onResponse', (request, reply, done) => {
    metrics.observe(request, reply);
    auditLog.observe(request, reply);
    done();
  });
  app.get(OpenConnections, { strict: false }).watch(instance, queryTimeoutMs + UNREAD_MARGIN_MS);
  serveStartPage(instance, serviceName, basePath);
  if (console === 'on') serveConsole(instance, serviceName);
  describeApi(app, serviceName, basePath);
}

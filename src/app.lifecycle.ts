import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyBaseLogger } from 'fastify';
import { Readiness } from './health';

const LONGEST_DRAIN_MS = 30_000;

/**
 * Ends the process in order: not ready any more, requests in flight answered, then everything closed. A signal does that with exit code 0,
 * an error that nobody caught with 1, since no one knows what it left behind.
 */
export function stopInOrder(app: NestFastifyApplication): void {
  const log = app.getHttpAdapter().getInstance().log;
  let stopping: Promise<void> | undefined;
  const stop = (exitCode: number): void => {
    process.exitCode = Math.max(Number(process.exitCode ?? 0), exitCode);
    stopping ??= drain(app, log);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(0);
    });
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event);
      stop(1);
    });
  }
}

/** The server is closed before the modules are, so that a request in flight keeps its database. */
async function drain(app: NestFastifyApplication, log: FastifyBaseLogger): Promise<void> {
  log.info('draining');
  setTimeout(() => process.exit(), LONGEST_DRAIN_MS).unref();
  try {
    app.get(Readiness, { strict: false }).drain();
    await app.getHttpAdapter().close();
    await app.close();
  } catch (error) {
    log.fatal({ err: error }, 'could not stop in order');
    process.exitCode = 1;
  }
  process.exit();
}

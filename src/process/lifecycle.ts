import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyBaseLogger } from 'fastify';
import { takeSignals } from './starting';
import type { Environment } from '../config';
import { Readiness } from '../health';
import { OpenConnections } from '../http';

/** Signals that come together are one: a terminal sends to the whole group, and npm sends on what it gets. */
const SAME_SIGNAL_MS = 500;
const IDLE_CHECK_MS = 250;
/** For pools, engines and caches, when no request holds them any more: a server that hangs is not waited for. */
const LONGEST_CLOSE_MS = 5000;

type Limits = Pick<Environment, 'drainWaitMs' | 'drainTimeoutMs' | 'workers'>;

/** Of the service: it calls `done` when its lines are written. */
interface Log extends FastifyBaseLogger {
  flush(done: () => void): void;
}

/**
 * Ends the process in order: not ready any more, a wait in which load balancers see that, no new connections,
 * requests in flight answered, then everything closed. A signal does that with exit code 0, and a second one ends the process at once;
 * an error that nobody caught does it with 1, since no one knows what it left behind; one of several workers does that without the wait,
 * since the others take its connections.
 */
export function stopInOrder(app: NestFastifyApplication, limits: Limits): void {
  const stop = new Stop(app, limits);
  takeSignals((signal) => {
    stop.onSignal(signal);
  });
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      stop.onFault(event, error);
    });
  }
}

class Stop {
  private readonly log: Log;
  private readonly connections: OpenConnections;
  private begunAt: number | undefined;
  private isFaulty = false;

  constructor(
    private readonly app: NestFastifyApplication,
    private readonly limits: Limits,
  ) {
    this.log = app.getHttpAdapter().getInstance().log as Log;
    this.connections = app.get(OpenConnections, { strict: false });
  }

  /** Who stops the service from a terminal has no load balancer in front. */
  onSignal(signal: NodeJS.Signals): void {
    if (this.begunAt === undefined) this.begin(signal === 'SIGTERM' ? this.limits.drainWaitMs : 0);
    else if (performance.now() - this.begunAt > SAME_SIGNAL_MS) this.endAtOnce();
  }

  /** The first error is the one to look for: those that follow from it are not logged. */
  onFault(event: string, error: unknown): void {
    process.exitCode = 1;
    if (!this.isFaulty) this.log.fatal({ err: error }, event);
    this.isFaulty = true;
    if (this.begunAt === undefined) this.begin(this.limits.workers > 1 ? 0 : this.limits.drainWaitMs);
  }

  private begin(waitMs: number): void {
    this.begunAt = performance.now();
    void this.drain(waitMs, this.begunAt + this.limits.drainTimeoutMs);
  }

  private endAtOnce(): void {
    this.log.warn({ requests: this.connections.answersDue }, 'a second signal: not draining any longer');
    this.log.flush(() => process.exit(1));
  }

  private async drain(waitMs: number, deadline: number): Promise<void> {
    this.log.info('draining');
    try {
      this.app.get(Readiness, { strict: false }).drain();
      this.connections.endAfterAnswers();
      await sleep(Math.min(waitMs, this.limits.drainTimeoutMs));
      await this.closeServer(deadline);
      await Promise.race([this.app.close(), sleep(LONGEST_CLOSE_MS)]);
    } catch (error) {
      this.log.fatal({ err: error }, 'could not stop in order');
      process.exitCode = 1;
    }
    this.log.flush(() => process.exit());
  }

  /** The server is closed before the modules are, so that a request in flight keeps its database. */
  private async closeServer(deadline: number): Promise<void> {
    const idleCheck = setInterval(() => {
      this.connections.endIdle();
    }, IDLE_CHECK_MS);
    const breakOff = setTimeout(
      () => {
        this.log.warn({ requests: this.connections.answersDue }, 'not drained in time: breaking off');
        this.connections.breakOff();
      },
      Math.max(0, deadline - performance.now()),
    );
    await this.app.getHttpAdapter().close();
    while (this.connections.answersDue > 0) await sleep(IDLE_CHECK_MS);
    clearInterval(idleCheck);
    clearTimeout(breakOff);
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyBaseLogger } from 'fastify';
import { takeSignals } from './starting';
import type { Environment } from '../config';
import { Readiness } from '../health';
import { OpenConnections } from '../http';

/** Signals within this time count as one: a terminal signals the whole process group, and npm forwards the signals that it receives. */
const SAME_SIGNAL_MS = 500;
const IDLE_CHECK_MS = 250;
/**
 * The limit for closing pools, engines and caches after the last request, in milliseconds: a server that hangs does not prevent the exit.
 */
const LONGEST_CLOSE_MS = 5000;

type Limits = Pick<Environment, 'drainWaitMs' | 'drainTimeoutMs' | 'workers'>;

/** The logger of the service; `flush` calls `done` when its lines are written. */
interface Log extends FastifyBaseLogger {
  flush(done: () => void): void;
}

/**
 * Stops the process in order: reports that it is not ready, waits until load balancers have noticed, accepts no new connections, finishes
 * the requests in flight, and closes everything. A signal does this with exit code 0, and a second signal ends the process at once. An
 * uncaught error does this with exit code 1, because the state of the process is unknown; one of several workers does not wait then,
 * because the others accept its connections.
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

  /**
   * Stops the process, or ends it at once after a second signal. Only SIGTERM includes the wait: a service in a terminal has no load
   * balancer.
   */
  onSignal(signal: NodeJS.Signals): void {
    if (this.begunAt === undefined) this.begin(signal === 'SIGTERM' ? this.limits.drainWaitMs : 0);
    else if (performance.now() - this.begunAt > SAME_SIGNAL_MS) this.endAtOnce();
  }

  /** Stops the process after an uncaught error. Only the first error is logged, because others may follow from it. */
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
    this.log.warn({ requests: this.connections.answersDue }, 'second signal: stopping without draining');
    this.log.flush(() => process.exit(1));
  }

  private async drain(waitMs: number, deadline: number): Promise<void> {
    this.log.info('draining');
    try {
      this.app.get(Readiness, { strict: false }).drain();
      this.connections.endAfterAnswers();
      await sleep(Math.min(waitMs, this.limits.drainTimeoutMs));
      await this.connections.acceptQueued();
      await this.closeServer(deadline);
      await Promise.race([this.app.close(), sleep(LONGEST_CLOSE_MS)]);
    } catch (error) {
      this.log.fatal({ err: error }, 'shutdown failed');
      process.exitCode = 1;
    }
    this.log.flush(() => process.exit());
  }

  /** Closes the server before the modules, so that a request in flight keeps its database. */
  private async closeServer(deadline: number): Promise<void> {
    const idleCheck = setInterval(() => {
      this.connections.endIdle();
    }, IDLE_CHECK_MS);
    const breakOff = setTimeout(
      () => {
        this.log.warn({ requests: this.connections.answersDue }, 'requests did not end in time: aborting them');
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

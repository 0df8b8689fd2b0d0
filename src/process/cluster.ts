import cluster, { type Worker } from 'node:cluster';
import { type Logger, pino } from 'pino';
import { takeSignals } from './starting';
import type { Environment } from '../config';
import { logOptions, LogOutput } from '../http';
import { Exchange } from '../workers';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** The age in milliseconds from which the end of a worker is not attributed to its start. */
const STEADY_MS = 10_000;
const SAME_SIGNAL_MS = 500;
/** The time in addition to the drain timeout: for a worker to close its resources, with a margin. */
const CLOSE_MS = 7000;

type Settings = Pick<Environment, 'workers' | 'logLevel' | 'logFormat' | 'drainTimeoutMs'>;

/**
 * The main process of an instance with several workers, which share its port: it distributes connections and serves none. The first worker
 * starts alone, so that one-time tasks are done once. A worker that ends is replaced; one that ends before all have served ends the
 * instance, with its exit code. A signal stops all workers in order (`stopInOrder`), and the instance ends with the last of them.
 */
export class Supervisor {
  private readonly log: Logger;
  private readonly exchange = new Exchange();
  private readonly bornAt = new Map<Worker, number>();
  private readonly listening = new Set<Worker>();
  private pause = FIRST_PAUSE_MS;
  private hasStarted = false;
  private stopping: { readonly signal: NodeJS.Signals; readonly since: number } | undefined;
  private exitCode = 0;

  constructor(private readonly settings: Settings) {
    this.log = pino(logOptions(settings.logLevel), new LogOutput(process.stdout.fd, settings.logFormat, true));
  }

  start(): void {
    takeSignals((signal) => {
      this.onSignal(signal);
    });
    process.on('uncaughtException', (error) => {
      this.onFault(error);
    });
    this.fork();
  }

  private fork(): void {
    const worker = cluster.fork();
    this.bornAt.set(worker, performance.now());
    this.exchange.add(worker);
    worker.on('listening', () => {
      this.onListening(worker);
    });
    worker.once('exit', (code: number | null, signal: NodeJS.Signals | null) => {
      this.onExit(worker, code, signal);
    });
    worker.on('error', (error) => {
      this.log.error({ worker: worker.id, err: error }, 'cannot communicate with a worker');
      if (worker.process.pid === undefined) this.onExit(worker, 1, null);
    });
  }

  private onListening(worker: Worker): void {
    this.listening.add(worker);
    if (this.hasStarted || this.stopping !== undefined) return;
    while (this.bornAt.size < this.settings.workers) this.fork();
    this.hasStarted = this.listening.size === this.settings.workers;
    if (this.hasStarted) this.log.info(`${this.settings.workers} workers are ready`);
  }

  private onExit(worker: Worker, code: number | null, signal: NodeJS.Signals | null): void {
    const age = performance.now() - (this.bornAt.get(worker) ?? 0);
    this.bornAt.delete(worker);
    this.listening.delete(worker);
    const ended = { worker: worker.id, worker_pid: worker.process.pid, code, signal };
    if (this.stopping !== undefined) {
      if (signal !== this.stopping.signal) this.exitCode ||= code ?? 1;
      this.endAfterLast();
    } else if (this.hasStarted) {
      this.pause = age < STEADY_MS ? Math.min(2 * this.pause, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS;
      this.log.error(ended, `a worker exited: starting another one in ${this.pause} ms`);
      setTimeout(() => {
        if (this.stopping === undefined) this.fork();
      }, this.pause);
    } else {
      this.log.error(ended, 'a worker exited before all workers were ready');
      this.exitCode = code ?? 1;
      this.stop('SIGTERM');
    }
  }

  /** Handles a signal as `stopInOrder` does. */
  private onSignal(signal: NodeJS.Signals): void {
    if (this.stopping === undefined) {
      this.stop(signal);
    } else if (performance.now() - this.stopping.since > SAME_SIGNAL_MS) {
      this.log.warn('second signal: no longer waiting for the workers');
      this.killAll('SIGKILL');
      this.log.flush(() => process.exit(1));
    }
  }

  private onFault(error: unknown): void {
    this.log.fatal({ err: error }, 'uncaughtException');
    this.exitCode = 1;
    if (this.stopping === undefined) this.stop('SIGTERM');
  }

  /** Stops all workers, and kills those that hang. */
  private stop(signal: NodeJS.Signals): void {
    this.stopping = { signal, since: performance.now() };
    this.killAll(signal);
    setTimeout(() => {
      this.log.warn('workers did not exit in time: killing them');
      this.killAll('SIGKILL');
    }, this.settings.drainTimeoutMs + CLOSE_MS);
    this.endAfterLast();
  }

  private killAll(signal: NodeJS.Signals): void {
    for (const worker of this.bornAt.keys()) worker.process.kill(signal);
  }

  private endAfterLast(): void {
    if (this.bornAt.size === 0) this.log.flush(() => process.exit(this.exitCode));
  }
}

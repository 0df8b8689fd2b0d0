import cluster from 'node:cluster';
import { Injectable } from '@nestjs/common';
import { type Claim, RunningCounts, type Taken, WindowCounts } from './counts';
import { type Channel, Line } from './line';

/** The holder of the counts of a process that is the only one. */
const ALONE = 0;

/**
 * The questions, notifications and counts that the workers of an instance (`WORKERS`) share through the main process. A process that is the
 * only one counts by itself and sends no questions.
 */
@Injectable()
export class Workers {
  private readonly answers = new Map<string, () => unknown>();
  private readonly windows = new WindowCounts();
  private readonly running = new RunningCounts();
  private readonly line: Line | undefined;
  private publishing: Promise<void> | undefined;

  /** `main` is the channel to the main process. */
  constructor(main?: Channel) {
    this.line = main && new Line(main, (question) => this.answers.get(question)?.());
  }

  /** Joins the other workers: from here on, they wait for this one. Nothing that they change may be cached before. */
  async join(): Promise<void> {
    await this.line?.ask('join');
  }

  get areMany(): boolean {
    return this.line !== undefined;
  }

  /** Sets the answer of this worker to a question of another one. There is one answer for each question. */
  onQuestion(question: string, answer: () => unknown): void {
    this.answers.set(question, answer);
  }

  /** Returns the answers of the other workers. A worker that does not respond within half a second is skipped. */
  async ask(question: string): Promise<readonly unknown[]> {
    return ((await this.line?.ask('others', [question])) ?? []) as readonly unknown[];
  }

  /** Sends the other workers a question whose answer only confirms that it was handled. */
  publish(question: string): void {
    if (this.line === undefined) return;
    const telling = Promise.all([this.publishing, this.ask(question)]).then(() => {
      if (this.publishing === telling) this.publishing = undefined;
    });
    this.publishing = telling;
  }

  /** Resolves when the other workers have handled everything that was published; undefined when they have. */
  get unsynced(): Promise<void> | undefined {
    return this.publishing;
  }

  /** See `WindowCounts`. */
  async take(claims: readonly Claim[]): Promise<Taken> {
    if (this.line === undefined) return this.windows.take(claims);
    return (await this.line.ask('take', [claims])) as Taken;
  }

  release(claims: readonly Claim[]): void {
    if (this.line === undefined) this.windows.release(claims);
    else void this.line.ask('release', [claims]);
  }

  /** See `RunningCounts`. */
  async enter(key: string, most: number): Promise<boolean> {
    if (this.line === undefined) return this.running.enter(ALONE, key, most);
    return (await this.line.ask('enter', [key, most])) as boolean;
  }

  leave(key: string): void {
    if (this.line === undefined) this.running.leave(ALONE, key);
    else void this.line.ask('leave', [key]);
  }
}

/** Returns the number of this process among `count` workers; undefined in the main process, or if the process is the only one. */
export function workerNumber(count: number): number | undefined {
  return count > 1 ? cluster.worker?.id : undefined;
}

let joined: Promise<Workers> | undefined;

/** Returns the workers that this process belongs to. If the process is the only one, each application has its own. */
export async function joinWorkers(count: number): Promise<Workers> {
  if (workerNumber(count) === undefined) return new Workers();
  joined ??= join();
  return joined;
}

async function join(): Promise<Workers> {
  const workers = new Workers(process);
  await workers.join();
  return workers;
}

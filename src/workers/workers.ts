import cluster from 'node:cluster';
import { Injectable } from '@nestjs/common';
import { type Claim, RunningCounts, type Taken, WindowCounts } from './counts';
import { type Channel, Line } from './line';

/** What this process counts for as long as it is alone. */
const ALONE = 0;

/**
 * What the workers of an instance (`WORKERS`) ask, tell and count together, by way of the main process. A process that is alone counts by itself,
 * and has nobody to ask.
 */
@Injectable()
export class Workers {
  private readonly answers = new Map<string, () => unknown>();
  private readonly windows = new WindowCounts();
  private readonly running = new RunningCounts();
  private readonly line: Line | undefined;
  private publishing: Promise<void> | undefined;

  /** `main` leads to the main process. */
  constructor(main?: Channel) {
    this.line = main && new Line(main, (question) => this.answers.get(question)?.());
  }

  /** From here on the other workers wait for this one: nothing that they change may be kept before. */
  async join(): Promise<void> {
    await this.line?.ask('join');
  }

  get areMany(): boolean {
    return this.line !== undefined;
  }

  /** What this worker answers when another one asks; one answer for a question. */
  onQuestion(question: string, answer: () => unknown): void {
    this.answers.set(question, answer);
  }

  /** The answers of the other workers. One that is silent for half a second is left out. */
  async ask(question: string): Promise<readonly unknown[]> {
    return ((await this.line?.ask('others', [question])) ?? []) as readonly unknown[];
  }

  /** Asks the other workers for something whose answer says nothing but that it is done. */
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

  giveBack(claims: readonly Claim[]): void {
    if (this.line === undefined) this.windows.giveBack(claims);
    else void this.line.ask('giveBack', [claims]);
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

/** The number of this process among the workers that there are to be; undefined where it is alone, or the main process. */
export function workerNumber(count: number): number | undefined {
  return count > 1 ? cluster.worker?.id : undefined;
}

let joined: Promise<Workers> | undefined;

/** The workers of which this process is one; of a process that is alone, one for each application. */
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

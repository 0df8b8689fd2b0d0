import { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Claim, RunningCounts, WindowCounts } from './counts';
import { Line } from './line';

/**
 * The longest wait for a worker, in milliseconds. Cached state is used for the same time without another check (`current-versions.service.ts`,
 * `callers.service.ts`), so that a worker that has missed a change by then sees it anyway.
 */
const ANSWER_DEADLINE_MS = 500;

type Call = (worker: Worker, args: readonly unknown[]) => unknown;

/** The main process's side of `Workers`: forwards questions, and counts for all workers. */
export class Exchange {
  private readonly lines = new Map<Worker, Line>();
  private readonly joined = new Set<Worker>();
  private readonly windows = new WindowCounts();
  private readonly running = new RunningCounts();
  private readonly calls = new Map<string, Call>([
    ['join', (worker) => void this.joined.add(worker)],
    ['others', (worker, [question]) => this.askOthers(worker, question as string)],
    ['take', (_, [claims]) => this.windows.take(claims as readonly Claim[])],
    [
      'release',
      (_, [claims]) => {
        this.windows.release(claims as readonly Claim[]);
      },
    ],
    ['enter', (worker, [key, most]) => this.running.enter(worker.id, key as string, most as number)],
    [
      'leave',
      (worker, [key]) => {
        this.running.leave(worker.id, key as string);
      },
    ],
  ]);

  add(worker: Worker): void {
    const line = new Line(worker, (question, args) => this.calls.get(question)?.(worker, args));
    this.lines.set(worker, line);
    worker.once('disconnect', () => {
      this.joined.delete(worker);
      this.lines.delete(worker);
      this.running.forget(worker.id);
      line.end();
    });
  }

  private async askOthers(asking: Worker, question: string): Promise<readonly unknown[]> {
    const others = [...this.joined].filter((worker) => worker !== asking);
    const answers = await Promise.all(others.map((worker) => this.askOne(worker, question)));
    return answers.filter((answer) => answer !== undefined);
  }

  private async askOne(worker: Worker, question: string): Promise<unknown> {
    const over = new AbortController();
    const tooLong = sleep(ANSWER_DEADLINE_MS, undefined, { signal: over.signal }).catch(() => undefined);
    try {
      return await Promise.race([this.lines.get(worker)?.ask(question), tooLong]);
    } finally {
      over.abort();
    }
  }
}

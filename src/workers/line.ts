/** The other end of a channel between two processes of an instance: `process` in a worker, the worker in the main process. */
export interface Channel {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  send?(
    message: object,
    sendHandle?: undefined,
    options?: undefined,
    callback?: (error: Error | null) => void,
  ): boolean;
}

interface Question {
  readonly question: string;
  readonly args: readonly unknown[];
  readonly id: number;
}

interface Answer {
  readonly answerTo: number;
  readonly value?: unknown;
}

/** A function that answers the questions of the other end. */
export type Answering = (question: string, args: readonly unknown[]) => unknown;

/** Questions and answers between two processes, in both directions; all values must be JSON. */
export class Line {
  private readonly waiting = new Map<number, (value: unknown) => void>();
  private asked = 0;

  constructor(
    private readonly channel: Channel,
    private readonly answering: Answering,
  ) {
    channel.on('message', (message) => void this.receive(message as Partial<Question & Answer>));
  }

  /** Returns the answer to a question; undefined if the other end is gone or could not answer. */
  ask(question: string, args: readonly unknown[] = []): Promise<unknown> {
    const id = this.asked++;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.send({ question, args, id } satisfies Question, () => {
        this.resolve(id, undefined);
      });
    });
  }

  /** Answers all open questions with undefined. Must be called when the other end is gone. */
  end(): void {
    for (const id of [...this.waiting.keys()]) this.resolve(id, undefined);
  }

  /** Handles a message. Ignores messages that others send on the same channel. */
  private async receive({ question, args, id, answerTo, value }: Partial<Question & Answer>): Promise<void> {
    if (answerTo !== undefined) this.resolve(answerTo, value);
    if (question === undefined || args === undefined || id === undefined) return;
    const answer = await this.answer(question, args);
    this.send({ answerTo: id, value: answer } satisfies Answer, () => undefined);
  }

  private async answer(question: string, args: readonly unknown[]): Promise<unknown> {
    try {
      return await this.answering(question, args);
    } catch {
      return undefined;
    }
  }

  private resolve(id: number, value: unknown): void {
    this.waiting.get(id)?.(value);
    this.waiting.delete(id);
  }

  private send(message: object, onFailure: () => void): void {
    this.channel.send?.(message, undefined, undefined, (error) => {
      if (error !== null) onFailure();
    });
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../errors';
import { Misconfigured, refusals } from './refusals';

/** The time in which a data source must be opened, and after which all are told alike that it was not: longer than a connection may take. */
export const OPENING_MS = 2_500;

/**
 * What `open` gives. A failure is one refusal, of one time, whatever it was: whoever may define a data source learns nothing by it of the
 * machine and the network of the service, such as which ports are open. What the definition itself says is wrong is told at once.
 */
export async function openAlike<Opened>(open: () => Promise<Opened>, milliseconds = OPENING_MS): Promise<Opened> {
  const over = new AbortController();
  const end = sleep(milliseconds, undefined, { signal: over.signal });
  end.catch(() => undefined);
  try {
    const opened = await Promise.race([open(), end]);
    if (opened !== undefined) return opened;
    throw new ServiceError('source_timed_out', 'the data source took too long');
  } catch (error) {
    if (error instanceof Misconfigured) throw error;
    await end;
    throw refusals.unopened(error);
  } finally {
    over.abort();
  }
}

/** Whether a data source has ever answered; until it has, its failures are alike. */
export class Proof {
  isGiven = false;
  private attempt: Promise<void> | undefined;

  constructor(
    private readonly ping: () => Promise<void>,
    private readonly milliseconds: number,
  ) {}

  /** Resolves when the data source has answered; all who ask at the same time share one attempt. */
  give(): Promise<void> {
    this.attempt ??= openAlike(() => this.ping().then(() => true), this.milliseconds)
      .then(() => {
        this.isGiven = true;
      })
      .finally(() => {
        this.attempt = undefined;
      });
    return this.attempt;
  }
}

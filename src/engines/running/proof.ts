import { setTimeout as sleep } from 'node:timers/promises';
import { ServiceError } from '../../errors';
import { Misconfigured, refusals } from './refusals';

/**
 * The time limit for opening a data source, in milliseconds; failures are reported only after this time. Longer than a connection may take.
 */
export const OPENING_MS = 2_500;

/**
 * Returns the result of `open`. All failures are reported as the same error after the same time, so that the author of a data source learns
 * nothing about the machine and the network of the service, for example which ports are open. Errors in the definition itself are reported
 * at once.
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

/** A record of whether a data source has ever responded. Until it has, all its failures are reported alike. */
export class Proof {
  isGiven = false;
  private attempt: Promise<void> | undefined;

  constructor(
    private readonly ping: () => Promise<void>,
    private readonly milliseconds: number,
  ) {}

  /** Resolves when the data source has responded; concurrent callers share one attempt. */
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

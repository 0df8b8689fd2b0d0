import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../config';
import { type DataSourceConnection, type Engine, EnginesService } from '../../engines';
import { ServiceError } from '../../errors';
import { type Caller } from '../../model';
import { type NamedSource, reasonFor } from '../rights/reason-for';

/** Opens data sources for one piece of work, without effect on the engines of queries. */
@Injectable()
export class SourceTrialsService {
  constructor(
    private readonly environment: Environment,
    private readonly engines: EnginesService,
  ) {}

  /**
   * Runs `work` with the engine of a data source, and rejects with `source_timed_out` after `limitMs`. The engine is opened under a name of
   * its own, since the definition may never be stored, and released afterwards.
   */
  async run<Result>(
    connection: DataSourceConnection,
    limitMs: number,
    work: (engine: Engine) => Promise<Result>,
  ): Promise<Result> {
    const trial = { ...connection, name: `${connection.name} ${randomUUID()}`, trialOf: connection.name };
    const timer = new AbortController();
    const end = sleep(limitMs, undefined, { signal: timer.signal });
    end.catch(() => undefined);
    try {
      const done = this.engines.open(trial).then(work);
      done.catch(() => undefined);
      return await Promise.race([done, end.then(timedOut)]);
    } finally {
      timer.abort();
      void this.engines.release(trial.ontology, trial.name);
    }
  }

  /** Returns why a data source failed, in words, if the caller may see it (`reasonFor`). */
  reasonFor(caller: Caller, source: NamedSource | undefined, { details }: ServiceError): string | undefined {
    const { cause } = details;
    const reason = details.reason ?? (isNativeError(cause) ? cause.message.split('\n', 1)[0] : undefined);
    return reasonFor(caller, { ...details, ...(reason !== undefined && { reason }) }, source, this.environment);
  }
}

function timedOut(): never {
  throw new ServiceError('source_timed_out', 'the data source took too long');
}

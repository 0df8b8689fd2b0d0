import { Injectable } from '@nestjs/common';
import { applyStatements, emptyDefinitions } from '../../compiler/ontology';
import { type DraftOntology } from '../../compiler/statement';
import { Environment } from '../../config';
import { ServiceError } from '../../errors';
import { type Caller } from '../../model';
import { GivenSourcesService } from '../change/given-sources.service';
import { SourceTrialsService } from '../change/source-trials.service';
import { requireRight } from '../rights/check-statement-rights';
import { modelRows, type ModelRows } from '../show/model-rows';
import { draftScript } from './draft-script';

/** The time for guesses of keys, in milliseconds. */
const GUESSES_MS = 10_000;

/** Drafts ontologies over the tables of data sources (DRAFT ONTOLOGY). */
@Injectable()
export class OntologyDraftService {
  constructor(
    private readonly environment: Environment,
    private readonly given: GivenSourcesService,
    private readonly trials: SourceTrialsService,
  ) {}

  /** Rejects what CREATE ONTOLOGY and CREATE DATASOURCE would reject, and callers who may not create both. */
  check(caller: Caller, { name, source }: DraftOntology): void {
    requireRight(caller, 'CREATE', { kind: 'all' }, 'all');
    applyStatements(emptyDefinitions(name.name), [{ kind: 'create-ontology', orReplace: false, name }]);
    this.given.check(caller, source);
  }

  /** Returns one row with the script. A data source that cannot be read is an error with its reason, if the caller may know it. */
  async draft(caller: Caller, statement: DraftOntology): Promise<ModelRows> {
    this.check(caller, statement);
    const { name, source } = statement;
    const connection = await this.given.connect(caller, source);
    await this.given.count(caller);
    const { queryTimeoutMs: timeoutMs, maskColumns } = this.environment;
    const request = { name: name.name, source, verification: 'sample', timeoutMs, guessesMs: GUESSES_MS, maskColumns } as const; // prettier-ignore
    try {
      const script = await this.trials.run(connection, timeoutMs, (engine) => draftScript(engine, request));
      return modelRows({ script: 'string' }, [[script]]);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const hint = error.details.hint ?? this.trials.reasonFor(caller, undefined, error);
      throw new ServiceError(error.code, error.message, { ...error.details, ...(hint !== undefined && { hint }) });
    }
  }
}

import { Injectable } from '@nestjs/common';
import { applyStatements, emptyDefinitions } from '../../compiler/ontology';
import { type DraftDataSource, type DraftOntology } from '../../compiler/statement';
import { Environment } from '../../config';
import { ServiceError } from '../../errors';
import { type Caller, nameKey, type Ontology } from '../../model';
import { GivenSourcesService } from '../change/given-sources.service';
import { SourceTrialsService } from '../change/source-trials.service';
import { requireRight } from '../rights/check-statement-rights';
import { modelRows, type ModelRows } from '../show/model-rows';
import { type DraftRequest, draftScript } from './draft-script';

/** The time for guesses of keys, in milliseconds. */
const GUESSES_MS = 10_000;

/** Drafts ontologies, and what data sources add to them, over the tables of data sources (DRAFT ONTOLOGY, DRAFT DATASOURCE). */
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

  /** Rejects what CREATE DATASOURCE would reject in the ontology, and callers who may not define its concepts. */
  checkAdded(caller: Caller, ontology: Ontology, { name, source }: DraftDataSource): void {
    requireRight(caller, 'EDIT', { kind: 'ontology', ontology: ontology.name }, `ontology "${ontology.name}"`);
    this.given.check(caller, source);
    const statement = { kind: 'create-datasource', orReplace: false, ...source } as const;
    const known = ontology.dataSources.get(nameKey(name.name));
    const before = known === undefined ? [] : [{ ...statement, name: { name: known.name } }];
    applyStatements(emptyDefinitions(ontology.name), [...before, { ...statement, name }]);
  }

  /** Returns one row with the script. A data source that cannot be read is an error with its reason, if the caller may know it. */
  draft(caller: Caller, statement: DraftOntology): Promise<ModelRows> {
    this.check(caller, statement);
    return this.read(caller, statement, {});
  }

  /** Returns one row like `draft`, with the script that adds the data source to the ontology. */
  draftAdded(caller: Caller, ontology: Ontology, statement: DraftDataSource): Promise<ModelRows> {
    this.checkAdded(caller, ontology, statement);
    return this.read(caller, statement, { into: ontology });
  }

  private async read(
    caller: Caller,
    { name, source }: DraftOntology | DraftDataSource,
    options: Pick<DraftRequest, 'into'>,
  ): Promise<ModelRows> {
    const connection = await this.given.connect(caller, source);
    await this.given.count(caller);
    const { queryTimeoutMs: timeoutMs, maskColumns } = this.environment;
    const request = { ...options, name: name.name, source, verification: 'sample', timeoutMs, guessesMs: GUESSES_MS, maskColumns } as const; // prettier-ignore
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

import { Injectable } from '@nestjs/common';
import { applyStatements, buildOntology, emptyDefinitions, type OntologyDefinitions } from '../../compiler/ontology';
import { type CreateDataSource, type GivenDataSource } from '../../compiler/statement';
import { Environment } from '../../config';
import { type DataSourceConnection } from '../../engines';
import { ServiceError } from '../../errors';
import { type Caller } from '../../model';
import { Workers } from '../../workers';
import { requireDataSourceRight } from '../rights/check-statement-rights';
import { checkVariables } from '../rights/check-variables';
import { DataSourcesService } from '../sources/data-sources.service';
import { secretsOf } from './change-secrets';

/** How often one user may open data sources for a test or a draft, within a minute. */
const MOST_OPENED = 10;
const WINDOW_MS = 60_000;

/** Data sources whose options are in a statement that only tests or drafts them: no ontology has them. */
@Injectable()
export class GivenSourcesService {
  constructor(
    private readonly environment: Environment,
    private readonly dataSources: DataSourcesService,
    private readonly workers: Workers,
  ) {}

  /**
   * Returns the definitions of an ontology with nothing but the data source. Rejects what CREATE DATASOURCE would reject, and callers who
   * may not define data sources.
   */
  check(caller: Caller, given: GivenDataSource): OntologyDefinitions {
    const source = definitionOf(given);
    requireDataSourceRight(caller, given.type);
    const definitions = applyStatements(emptyDefinitions(given.type), [source]);
    checkVariables(caller, source, this.environment.dataSourceVariables);
    return definitions;
  }

  /** Checks the data source, and returns its connection. */
  async connect(caller: Caller, given: GivenDataSource): Promise<DataSourceConnection> {
    const ontology = buildOntology(this.check(caller, given), '', this.environment.serviceName);
    return this.dataSources.connectionOfDraft(ontology, given.type, secretsOf(definitionOf(given)));
  }

  /** Counts that the caller opens a data source for a test or a draft, and rejects it beyond the limit: each may reach for a server. */
  async count({ id }: Caller): Promise<void> {
    const claim = { limit: 'opened data sources', key: id, most: MOST_OPENED, windowMs: WINDOW_MS };
    const { isFull, remainingMs } = await this.workers.take([claim]);
    if (!isFull) return;
    const retryAfter = Math.max(1, Math.ceil(remainingMs / 1000));
    throw new ServiceError('request_rate_limited', `a user may test or draft ${MOST_OPENED} data sources a minute`, { retryAfter }); // prettier-ignore
  }
}

/** Returns the definition of the data source, which has the name of its type. */
function definitionOf({ type, options, at }: GivenDataSource): CreateDataSource {
  return { kind: 'create-datasource', orReplace: false, name: { name: type, at }, type, options };
}

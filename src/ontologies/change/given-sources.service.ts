import { Injectable } from '@nestjs/common';
import { applyStatements, buildOntology, emptyDefinitions } from '../../compiler/ontology';
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

/** Data sources that statements only give, and that no ontology has. */
@Injectable()
export class GivenSourcesService {
  constructor(
    private readonly environment: Environment,
    private readonly dataSources: DataSourcesService,
    private readonly workers: Workers,
  ) {}

  /**
   * Returns the definition of the data source. Rejects what CREATE DATASOURCE would reject, and callers who may not define
   * data sources.
   */
  check(caller: Caller, { type, options, at }: GivenDataSource): CreateDataSource {
    const source: CreateDataSource = { kind: 'create-datasource', orReplace: false, name: { name: type, at }, type, options }; // prettier-ignore
    requireDataSourceRight(caller, type);
    applyStatements(emptyDefinitions(type), [source]);
    checkVariables(caller, source, this.environment.dataSourceVariables);
    return source;
  }

  /** Checks the data source, and returns its connection. */
  async connect(caller: Caller, given: GivenDataSource): Promise<DataSourceConnection> {
    const source = this.check(caller, given);
    const { type } = given;
    const ontology = buildOntology(applyStatements(emptyDefinitions(type), [source]), '', this.environment.serviceName);
    return this.dataSources.connectionOfDraft(ontology, type, secretsOf(source));
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

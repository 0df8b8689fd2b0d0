import { Injectable } from '@nestjs/common';
import { applyStatements, buildOntology, emptyDefinitions } from '../../compiler/ontology';
import { type CreateDataSource, type GivenDataSource } from '../../compiler/statement';
import { Environment } from '../../config';
import { type DataSourceConnection, readKnownTables } from '../../engines';
import { ServiceError, suggest } from '../../errors';
import { type Caller, type Cell, type Identifier, nameKey, type Ontology } from '../../model';
import { Workers } from '../../workers';
import { secretsOf } from '../change/change-secrets';
import { SourceTrialsService } from '../change/source-trials.service';
import { requireDataSourceRight, requireRight } from '../rights/check-statement-rights';
import { checkVariables } from '../rights/check-variables';
import { type NamedSource } from '../rights/reason-for';
import { modelRows, type ModelRows } from '../show/model-rows';
import { DataSourcesService } from '../sources/data-sources.service';

/** The time limit of a test, in milliseconds. */
const LIMIT_MS = 5_000;
/** The tests of one user within a minute. */
const MOST_TESTS = 10;
const WINDOW_MS = 60_000;

const COLUMNS = {
  result: 'string',
  tables: 'integer',
  milliseconds: 'integer',
  code: 'string',
  message: 'string',
} as const;

/** Tests whether data sources can be reached (TEST DATASOURCE). */
@Injectable()
export class DataSourceTestService {
  constructor(
    private readonly environment: Environment,
    private readonly dataSources: DataSourcesService,
    private readonly trials: SourceTrialsService,
    private readonly workers: Workers,
  ) {}

  /** Returns the key of a data source of the ontology. Rejects an unknown name, and callers without ADMIN on the data source. */
  checkDefined(caller: Caller, ontology: Ontology, { name, at }: Identifier): string {
    const key = nameKey(name);
    const resource = { kind: 'datasource', ontology: ontology.name, dataSource: name } as const;
    requireRight(caller, 'ADMIN', resource, `data source "${name}"`);
    if (ontology.dataSources.has(key)) return key;
    const hint = suggest(
      name,
      [...ontology.dataSources.values()].map((source) => source.name),
    );
    throw new ServiceError('ontology_unknown_definition', `there is no data source "${name}"`, { hint, offset: at });
  }

  /**
   * Returns the only data source of an ontology that is not stored. Rejects what CREATE DATASOURCE would reject, and callers who may not
   * define data sources.
   */
  checkGiven(caller: Caller, { type, options, at }: GivenDataSource): CreateDataSource {
    const source: CreateDataSource = { kind: 'create-datasource', orReplace: false, name: { name: type, at }, type, options }; // prettier-ignore
    requireDataSourceRight(caller, type);
    applyStatements(emptyDefinitions(type), [source]);
    checkVariables(caller, source, this.environment.dataSourceVariables);
    return source;
  }

  /** Tests a data source of the ontology. */
  async testDefined(caller: Caller, ontology: Ontology, name: Identifier): Promise<ModelRows> {
    const dataSource = this.checkDefined(caller, ontology, name);
    const connect = (): Promise<DataSourceConnection> => this.dataSources.connectionOf(ontology, dataSource);
    return this.test(caller, { ontology: ontology.name, dataSource }, connect);
  }

  /** Tests a data source that is only given, and stores nothing. */
  async testGiven(caller: Caller, given: GivenDataSource): Promise<ModelRows> {
    const source = this.checkGiven(caller, given);
    const { type } = given;
    const ontology = buildOntology(applyStatements(emptyDefinitions(type), [source]), '', this.environment.serviceName);
    const connect = (): Promise<DataSourceConnection> =>
      this.dataSources.connectionOfDraft(ontology, type, secretsOf(source));
    return this.test(caller, undefined, connect);
  }

  private async test(
    caller: Caller,
    source: NamedSource | undefined,
    connect: () => Promise<DataSourceConnection>,
  ): Promise<ModelRows> {
    await this.count(caller);
    const start = performance.now();
    try {
      const found = await this.trials.run(await connect(), LIMIT_MS, (engine) =>
        readKnownTables(engine, { timeoutMs: LIMIT_MS }),
      );
      const milliseconds = Math.round(performance.now() - start);
      return modelRows(COLUMNS, [['reachable', found.names.length, milliseconds, null, null]]);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return modelRows(COLUMNS, [failed(error, this.trials.reasonFor(caller, source, error))]);
    }
  }

  /** Rejects tests beyond the limit: each may take a while, and reaches for a server. */
  private async count({ id }: Caller): Promise<void> {
    const claim = { limit: 'tests of data sources', key: id, most: MOST_TESTS, windowMs: WINDOW_MS };
    const { isFull, remainingMs } = await this.workers.take([claim]);
    if (!isFull) return;
    const retryAfter = Math.max(1, Math.ceil(remainingMs / 1000));
    throw new ServiceError('request_rate_limited', `a user may test ${MOST_TESTS} data sources a minute`, { retryAfter }); // prettier-ignore
  }
}

function failed({ code, message }: ServiceError, reason: string | undefined): readonly Cell[] {
  return ['failed', null, null, code, reason ?? message];
}

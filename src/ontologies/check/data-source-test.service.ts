import { Injectable } from '@nestjs/common';
import { type GivenDataSource } from '../../compiler/statement';
import { type DataSourceConnection, readKnownTables } from '../../engines';
import { ServiceError, suggest } from '../../errors';
import { type Caller, type Cell, type Identifier, nameKey, type Ontology } from '../../model';
import { GivenSourcesService } from '../change/given-sources.service';
import { SourceTrialsService } from '../change/source-trials.service';
import { requireRight } from '../rights/check-statement-rights';
import { type NamedSource } from '../rights/reason-for';
import { modelRows, type ModelRows } from '../show/model-rows';
import { DataSourcesService } from '../sources/data-sources.service';

/** The time limit of a test, in milliseconds. */
const LIMIT_MS = 5_000;

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
    private readonly dataSources: DataSourcesService,
    private readonly given: GivenSourcesService,
    private readonly trials: SourceTrialsService,
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

  /** Rejects what CREATE DATASOURCE would reject, and callers who may not define data sources. */
  checkGiven(caller: Caller, given: GivenDataSource): void {
    this.given.check(caller, given);
  }

  /** Tests a data source of the ontology. */
  async testDefined(caller: Caller, ontology: Ontology, name: Identifier): Promise<ModelRows> {
    const dataSource = this.checkDefined(caller, ontology, name);
    const connect = (): Promise<DataSourceConnection> => this.dataSources.connectionOf(ontology, dataSource);
    return this.test(caller, { ontology: ontology.name, dataSource }, connect);
  }

  /** Tests a data source that is only given, and stores nothing. */
  async testGiven(caller: Caller, given: GivenDataSource): Promise<ModelRows> {
    const connection = await this.given.connect(caller, given);
    return this.test(caller, undefined, () => Promise.resolve(connection));
  }

  private async test(
    caller: Caller,
    source: NamedSource | undefined,
    connect: () => Promise<DataSourceConnection>,
  ): Promise<ModelRows> {
    await this.given.count(caller);
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
}

function failed({ code, message }: ServiceError, reason: string | undefined): readonly Cell[] {
  return ['failed', null, null, code, reason ?? message];
}

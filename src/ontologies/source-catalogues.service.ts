import { Injectable, Logger } from '@nestjs/common';
import { Environment } from '../config';
import { type DataSourceConnection, type Engine, Engines, type FindSourceTable, KeptCatalogue } from '../database';
import { ServiceError } from '../errors';
import { type Ontology } from '../model';
import { Heads } from './cache/heads';
import { DataSources } from './data-sources.service';

interface Marked {
  readonly mark: string;
  readonly catalogue: KeptCatalogue;
}

/**
 * What the data sources themselves tell of their tables (keys, nullability, types), for planning. One catalogue an open
 * data source: a changed definition opens another. Clearing the cache of an ontology reads them anew.
 */
@Injectable()
export class SourceCatalogues {
  private readonly ofEngine = new WeakMap<Engine, Marked>();
  /** So that a request with a known catalogue waits for nothing. */
  private readonly ofVersion = new WeakMap<Ontology, Map<string, KeptCatalogue>>();
  private readonly logger = new Logger('SourceCatalogues');

  constructor(
    private readonly environment: Environment,
    private readonly heads: Heads,
    private readonly dataSources: DataSources,
    private readonly engines: Engines,
  ) {}

  /** The tables of a data source (a key of `ontology.dataSources`), where they have been read and are fresh. */
  find(ontology: Ontology, dataSource: string): FindSourceTable | undefined {
    return this.ofVersion.get(ontology)?.get(dataSource)?.find();
  }

  /** Reads what `find` tells. Never fails, and gives up soon: a data source may be away. */
  async load(ontology: Ontology, dataSource: string): Promise<void> {
    if (this.environment.catalogueTtlMs === 0) return;
    try {
      const catalogue = await this.open(ontology, dataSource);
      const ofVersion = this.ofVersion.get(ontology) ?? new Map<string, KeptCatalogue>();
      this.ofVersion.set(ontology, ofVersion.set(dataSource, catalogue));
      await catalogue.load();
    } catch {
      // the statement itself is about to meet the same trouble, and answers with it
    }
  }

  private async open(ontology: Ontology, dataSource: string): Promise<KeptCatalogue> {
    const connection = await this.dataSources.connectionOf(ontology, dataSource);
    const mark = await this.heads.markOf(ontology.name);
    const engine = await this.engines.open(connection);
    const known = this.ofEngine.get(engine);
    if (known?.mark === mark) return known.catalogue;
    const catalogue = new KeptCatalogue(engine, this.environment.catalogueTtlMs, (error) => {
      this.noteFailure(connection, error);
    });
    this.ofEngine.set(engine, { mark, catalogue });
    return catalogue;
  }

  private noteFailure({ ontology, name }: DataSourceConnection, error: unknown): void {
    const reason = error instanceof ServiceError ? error.code : 'fault';
    this.logger.warn(
      `the catalogue of data source "${name}" of ontology "${ontology}" cannot be read (${reason}): statements go on without it`,
    );
  }
}

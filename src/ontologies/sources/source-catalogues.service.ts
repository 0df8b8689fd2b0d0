import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Environment } from '../../config';
import { type DataSourceConnection, EnginesService, type FindSourceTable, KeptCatalogue } from '../../engines';
import { ServiceError } from '../../errors';
import { nameKey, type Ontology } from '../../model';
import { Heads } from '../versions/heads';
import { DataSourcesService } from './data-sources.service';

const MOST_KEPT = 1000;

/**
 * What the data sources themselves tell of their tables (keys, nullability, types), for planning. Each ontology has its own, though
 * data sources may share an engine: clearing its cache, and another definition, have it read anew.
 */
@Injectable()
export class SourceCataloguesService {
  private readonly kept = new LRUCache<string, KeptCatalogue>({ max: MOST_KEPT });
  /** So that a request with a known catalogue waits for nothing. */
  private readonly ofVersion = new WeakMap<Ontology, Map<string, KeptCatalogue>>();
  private readonly logger = new Logger('SourceCatalogues');

  constructor(
    private readonly environment: Environment,
    private readonly heads: Heads,
    private readonly dataSources: DataSourcesService,
    private readonly engines: EnginesService,
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
    const key = JSON.stringify([nameKey(ontology.name), dataSource, mark, this.engines.fingerprintOf(connection)]);
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const open = () => this.engines.open(connection);
    const catalogue = new KeptCatalogue(open, this.environment.catalogueTtlMs, (error) => {
      this.noteFailure(connection, error);
    });
    this.kept.set(key, catalogue);
    return catalogue;
  }

  private noteFailure({ ontology, name }: DataSourceConnection, error: unknown): void {
    const reason = error instanceof ServiceError ? error.code : 'fault';
    this.logger.warn(
      `the catalogue of data source "${name}" of ontology "${ontology}" cannot be read (${reason}): statements go on without it`,
    );
  }
}

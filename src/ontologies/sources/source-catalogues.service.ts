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
 * Reads and caches the catalogues of data sources (keys, nullability, types) for planning. Catalogues are separate for each
 * ontology, although data sources may share an engine. Clearing the cache of an ontology, or redefining a data source,
 * causes a new read.
 */
@Injectable()
export class SourceCataloguesService {
  private readonly kept = new LRUCache<string, KeptCatalogue>({ max: MOST_KEPT });
  /** The catalogues of each version, so that a request with a known catalogue does not wait. */
  private readonly ofVersion = new WeakMap<Ontology, Map<string, KeptCatalogue>>();
  private readonly logger = new Logger('SourceCatalogues');

  constructor(
    private readonly environment: Environment,
    private readonly heads: Heads,
    private readonly dataSources: DataSourcesService,
    private readonly engines: EnginesService,
  ) {}

  /** Returns the tables of a data source (a key of `ontology.dataSources`), or undefined if they are not loaded or have expired. */
  find(ontology: Ontology, dataSource: string): FindSourceTable | undefined {
    return this.ofVersion.get(ontology)?.get(dataSource)?.find();
  }

  /** Loads the tables for `find`. Never rejects, and returns after a short timeout, because the data source may be unavailable. */
  async load(ontology: Ontology, dataSource: string): Promise<void> {
    if (this.environment.catalogueTtlMs === 0) return;
    try {
      const catalogue = await this.open(ontology, dataSource);
      const ofVersion = this.ofVersion.get(ontology) ?? new Map<string, KeptCatalogue>();
      this.ofVersion.set(ontology, ofVersion.set(dataSource, catalogue));
      await catalogue.load();
    } catch {
      // The statement itself will fail in the same way and report the error.
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

import { Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Environment } from '../../config';
import { type DataSourceConnection, type Engine, EnginesService, type FindSourceTable } from '../../engines';
import { ServiceError } from '../../errors';
import { nameKey, type Ontology } from '../../model';
import { CurrentVersionsService, DataSourcesService } from '../../ontologies';
import { KeptCatalogue } from './kept-catalogue';

const MOST_KEPT = 1000;
/** The time for which a version may be regarded as current (`CurrentVersionsService`). */
const KEPT_MS = 500;

/**
 * The data sources of queried ontologies: their engines for running statements, and their catalogues (keys, nullability, types) for
 * planning them. Catalogues are separate for each ontology, although data sources may share an engine. Clearing the cache of an ontology,
 * or redefining a data source, causes a new read.
 */
@Injectable()
export class SourcesService {
  /** Cached so that a query needs no look-up in the system database. */
  private readonly connections = new LRUCache<string, Promise<DataSourceConnection>>({
    max: MOST_KEPT,
    ttl: KEPT_MS,
    ttlResolution: 0,
  });
  private readonly catalogues = new LRUCache<string, KeptCatalogue>({ max: MOST_KEPT });
  /** The catalogues of each version, so that a request with a known catalogue does not wait. */
  private readonly ofVersion = new WeakMap<Ontology, Map<string, KeptCatalogue>>();
  private readonly logger = new Logger('SourceCatalogues');

  constructor(
    private readonly environment: Environment,
    private readonly currentVersions: CurrentVersionsService,
    private readonly dataSources: DataSourcesService,
    private readonly engines: EnginesService,
  ) {}

  /** Opens the engine of a data source (a key of `ontology.dataSources`); if undefined, the embedded engine without tables. */
  open(ontology: Ontology, dataSource: string | undefined): Promise<Engine> {
    if (dataSource === undefined) return this.engines.openEmpty();
    return this.connectionOf(ontology, dataSource).then((connection) => this.engines.open(connection));
  }

  /** Returns the tables of a data source, or undefined if they are not loaded or have expired. */
  findCatalogue(ontology: Ontology, dataSource: string): FindSourceTable | undefined {
    return this.ofVersion.get(ontology)?.get(dataSource)?.find();
  }

  /** Loads the tables for `findCatalogue`. Never rejects, and returns after a short timeout: the data source may be unavailable. */
  async loadCatalogue(ontology: Ontology, dataSource: string): Promise<void> {
    if (this.environment.catalogueTtlMs === 0) return;
    try {
      const catalogue = await this.catalogueOf(ontology, dataSource);
      const ofVersion = this.ofVersion.get(ontology) ?? new Map<string, KeptCatalogue>();
      this.ofVersion.set(ontology, ofVersion.set(dataSource, catalogue));
      await catalogue.load();
    } catch {
      // The statement itself will fail in the same way and report the error.
    }
  }

  private async catalogueOf(ontology: Ontology, dataSource: string): Promise<KeptCatalogue> {
    const connection = await this.connectionOf(ontology, dataSource);
    const mark = await this.currentVersions.markOf(ontology.name);
    const key = JSON.stringify([nameKey(ontology.name), dataSource, mark, this.engines.fingerprintOf(connection)]);
    const known = this.catalogues.get(key);
    if (known !== undefined) return known;
    const open = () => this.engines.open(connection);
    const catalogue = new KeptCatalogue(open, this.environment.catalogueTtlMs, (error) => {
      this.noteFailure(connection, error);
    });
    this.catalogues.set(key, catalogue);
    return catalogue;
  }

  /** Shares one look-up among all requests that wait for it. Failures are not cached. */
  private connectionOf(ontology: Ontology, dataSource: string): Promise<DataSourceConnection> {
    const key = `${ontology.version} ${ontology.name} ${dataSource}`;
    const known = this.connections.get(key);
    if (known !== undefined) return known;
    const connection = this.dataSources.connectionOf(ontology, dataSource);
    this.connections.set(key, connection);
    connection.catch(() => this.connections.delete(key));
    return connection;
  }

  private noteFailure({ ontology, name }: DataSourceConnection, error: unknown): void {
    const reason = error instanceof ServiceError ? error.code : 'fault';
    this.logger.warn(
      `the catalogue of data source "${name}" of ontology "${ontology}" cannot be read (${reason}): statements are planned without it`,
    );
  }
}

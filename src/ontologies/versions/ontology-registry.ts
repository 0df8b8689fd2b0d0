import { CACHE_MANAGER } from '@nestjs/cache-manager';
import { Inject, Injectable } from '@nestjs/common';
import { type Cache } from 'cache-manager';
import { LRUCache } from 'lru-cache';
import { buildOntology, type OntologyDefinitions, readScript } from '../../compiler/ontology';
import { Environment } from '../../config';
import { ServiceError } from '../../errors';
import { type Caller, type Ontology } from '../../model';
import { type CurrentVersion } from './ontologies.repository';
import { cacheKey } from './current-versions';
import { CurrentVersionsService } from './current-versions.service';
import { type Loading, loadOnce } from './loading';
import { VersionsRepository } from './versions.repository';

/** One version of an ontology, read from its script and linked. */
export interface LoadedOntology {
  readonly definitions: OntologyDefinitions;
  readonly ontology: Ontology;
}

const MOST_LOADED = 200;

/**
 * Looks up ontologies through a cache. Versions are immutable, so cached versions never become stale. The current
 * version is read again after half a second, and immediately after a change by this instance or a notification of one
 * (docs/http-api.md).
 */
@Injectable()
export class OntologyRegistry {
  /** Concurrent requests for one version share a single load. */
  private readonly loaded = new LRUCache<string, Loading<LoadedOntology>>({ max: MOST_LOADED });
  private loads = 0;

  constructor(
    private readonly currentVersions: CurrentVersionsService,
    private readonly versions: VersionsRepository,
    @Inject(CACHE_MANAGER) private readonly cache: Cache,
    private readonly environment: Environment,
  ) {}

  /** The number of versions loaded. */
  get loadCount(): number {
    return this.loads;
  }

  /** Returns the ontologies visible to the caller, ordered by name. */
  async list(caller: Caller): Promise<readonly CurrentVersion[]> {
    return (await this.currentVersions.all()).listVisible(caller);
  }

  /** Returns the ontology. Responds with 404 `ontology_unknown` both if it does not exist and if the caller may not see it. */
  async get(caller: Caller, name: string): Promise<Ontology> {
    return (await this.load(await this.getCurrent(caller, name))).ontology;
  }

  /** Returns the ontology if it is cached and visible to the caller, or undefined. */
  known(caller: Caller, name: string): Ontology | undefined {
    const { known } = this.currentVersions;
    const current = known?.findVisible(caller, name);
    return current && this.loaded.get(cacheKey(current))?.value?.ontology;
  }

  async getCurrent(caller: Caller, name: string): Promise<CurrentVersion> {
    return (await this.currentVersions.all()).getVisible(caller, name);
  }

  /** Reports whether an ontology of this name exists, visible to any caller or not. */
  async isTaken(name: string): Promise<boolean> {
    return (await this.currentVersions.find(name)) !== undefined;
  }

  load(current: CurrentVersion): Promise<LoadedOntology> {
    const key = cacheKey(current);
    return loadOnce(this.loaded, key, () => {
      this.loads += 1;
      return this.read(current, key);
    });
  }

  /** Causes the next lookup to read the current state. */
  refresh(): void {
    this.currentVersions.forget();
  }

  /** Call it after every change by this instance. */
  noteChange(): void {
    this.currentVersions.noteChange();
  }

  private async read(current: CurrentVersion, key: string): Promise<LoadedOntology> {
    const cached = await this.cache.get<string>(`script/${key}`);
    const script = cached ?? (await this.versions.findScript(current.id, current.version));
    if (script === undefined)
      throw new ServiceError('ontology_changed', 'the ontology was dropped or changed at the same time');
    if (cached === undefined) await this.cache.set(`script/${key}`, script);
    const { serviceName } = this.environment;
    const definitions = readScript(script, serviceName);
    return { definitions, ontology: buildOntology(definitions, current.version, serviceName, current.id) };
  }
}

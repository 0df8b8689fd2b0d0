import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SharedCacheService } from '../../redis';
import { OntologiesRepository, type CurrentVersion } from './ontologies.repository';
import { CurrentVersions, markOf } from './current-versions';
import { Loading } from './loading';

/** Half of the second within which a change must be visible on other instances (docs/http-api.md). */
const FRESH_MS = 500;

interface Reading {
  readonly startedAt: number;
  readonly list: Loading<CurrentVersions>;
}

/** Reads the list of ontologies and their current versions, at most every half second and after a notification of a change. */
@Injectable()
export class CurrentVersionsService {
  private reading: Reading | undefined;

  constructor(
    private readonly ontologies: OntologiesRepository,
    private readonly shared: SharedCacheService,
  ) {
    shared.onNews('ontologies', () => {
      this.forget();
    });
  }

  /** Returns the list if it is loaded and fresh, or undefined. */
  get known(): CurrentVersions | undefined {
    return this.fresh?.value;
  }

  all(): Promise<CurrentVersions> {
    return (this.fresh ?? this.read()).promise;
  }

  /** Returns the ontology of this name, regardless of the rights of any caller. */
  async find(name: string): Promise<CurrentVersion | undefined> {
    return (await this.all()).find(name);
  }

  forget(): void {
    this.reading = undefined;
  }

  /** Discards the list and notifies the other instances. Call it after every change. */
  noteChange(): void {
    this.forget();
    this.shared.publish('ontologies');
  }

  /** Returns the cache mark of an ontology by its name. */
  async markOf(name: string): Promise<string> {
    const current = await this.find(name);
    return current === undefined ? '' : markOf(current);
  }

  /** Renews the mark of the ontology, and so all its cache keys, on all instances. */
  async renew(current: CurrentVersion): Promise<void> {
    await this.ontologies.mark(current, randomUUID());
    this.noteChange();
  }

  private get fresh(): Loading<CurrentVersions> | undefined {
    return this.reading !== undefined && Date.now() - this.reading.startedAt < FRESH_MS ? this.reading.list : undefined;
  }

  private read(): Loading<CurrentVersions> {
    const list = this.ontologies.list().then((versions) => new CurrentVersions(versions));
    const reading = { startedAt: Date.now(), list: new Loading(list) };
    this.reading = reading;
    list.catch(() => {
      if (this.reading === reading) this.reading = undefined;
    });
    return reading.list;
  }
}

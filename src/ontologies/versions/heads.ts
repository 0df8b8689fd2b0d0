import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { nameKey } from '../../model';
import { SharedCacheService } from '../../redis';
import { OntologiesRepository, type OntologyHead } from './ontologies.repository';
import { Loading } from './loading';

/** Half of the second within which a change must be visible on other instances (docs/http-api.md). */
const FRESH_MS = 500;

/** All ontologies at one point in time. */
export class HeadList {
  private readonly byKey: ReadonlyMap<string, OntologyHead>;

  constructor(readonly heads: readonly OntologyHead[]) {
    this.byKey = new Map(heads.map((head) => [nameKey(head.name), head]));
  }

  /** Returns the ontology of this name, regardless of the rights of any caller. */
  find(name: string): OntologyHead | undefined {
    return this.byKey.get(nameKey(name));
  }
}

interface Reading {
  readonly startedAt: number;
  readonly list: Loading<HeadList>;
}

/** Reads the list of ontologies and their current versions, at most every half second and after a notification of a change. */
@Injectable()
export class Heads {
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
  get known(): HeadList | undefined {
    return this.fresh?.value;
  }

  all(): Promise<HeadList> {
    return (this.fresh ?? this.read()).promise;
  }

  /** Returns the ontology of this name, regardless of the rights of any caller. */
  async find(name: string): Promise<OntologyHead | undefined> {
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
    const head = await this.find(name);
    return head === undefined ? '' : markOf(head);
  }

  /** Renews the mark of the ontology, and so all its cache keys, on all instances. */
  async renew(head: OntologyHead): Promise<void> {
    await this.ontologies.mark(head, randomUUID());
    this.noteChange();
  }

  private get fresh(): Loading<HeadList> | undefined {
    return this.reading !== undefined && Date.now() - this.reading.startedAt < FRESH_MS ? this.reading.list : undefined;
  }

  private read(): Loading<HeadList> {
    const list = this.ontologies.list().then((heads) => new HeadList(heads));
    const reading = { startedAt: Date.now(), list: new Loading(list) };
    this.reading = reading;
    list.catch(() => {
      if (this.reading === reading) this.reading = undefined;
    });
    return reading.list;
  }
}

/**
 * Returns the cache key of an ontology: its id, its version, and the mark that clearing its cache renews. It contains
 * no user-defined names.
 */
export function cacheKey(head: OntologyHead): string {
  return `${head.id}/${head.version}/${markOf(head)}`;
}

function markOf({ cacheMark }: OntologyHead): string {
  return cacheMark ?? 'first';
}

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { nameKey } from '../../model';
import { SharedCacheService } from '../../redis';
import { OntologiesRepository, type OntologyHead } from './ontologies.repository';
import { Loading } from './loading';

/** Half of the second within which a change must be seen on other instances (docs/http-api.md). */
const FRESH_MS = 500;

/** All ontologies as they were at one time. */
export class HeadList {
  private readonly byKey: ReadonlyMap<string, OntologyHead>;

  constructor(readonly heads: readonly OntologyHead[]) {
    this.byKey = new Map(heads.map((head) => [nameKey(head.name), head]));
  }

  /** The ontology of this name, whoever asks. */
  find(name: string): OntologyHead | undefined {
    return this.byKey.get(nameKey(name));
  }
}

interface Reading {
  readonly startedAt: number;
  readonly list: Loading<HeadList>;
}

/** Which ontologies there are and which version of each counts, read at most every half second, and after news of a change. */
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

  /** As `all`, where nothing has to be waited for. */
  get known(): HeadList | undefined {
    return this.fresh?.value;
  }

  all(): Promise<HeadList> {
    return (this.fresh ?? this.read()).promise;
  }

  /** The ontology of this name, whoever asks. */
  async find(name: string): Promise<OntologyHead | undefined> {
    return (await this.all()).find(name);
  }

  forget(): void {
    this.reading = undefined;
  }

  /** To be called after every change that this instance made. */
  noteChange(): void {
    this.forget();
    this.shared.publish('ontologies');
  }

  /** The mark of an ontology by its name. */
  async markOf(name: string): Promise<string> {
    const head = await this.find(name);
    return head === undefined ? '' : markOf(head);
  }

  /** Makes every key of the ontology a new one, on all instances. */
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

/** Ontology, version, and the mark that clearing its cache renews: ids, never a name that somebody chose. */
export function cacheKey(head: OntologyHead): string {
  return `${head.id}/${head.version}/${markOf(head)}`;
}

function markOf({ cacheMark }: OntologyHead): string {
  return cacheMark ?? 'first';
}

import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { nameKey } from '../../model';
import { type OntologyHead } from '../store/ontologies.repository';
import { OntologyStore } from '../store/ontology-store';
import { SharedCache } from './shared-cache';

/** Half of the second within which a change must be seen on other instances (spec 2, "Cache"). */
const FRESH_MS = 500;
const MOST_MARKS = 10_000;

interface Reading {
  readonly startedAt: number;
  readonly heads: Promise<readonly OntologyHead[]>;
}

/** Which ontologies there are and which version of each counts, read at most every half second. */
@Injectable()
export class Heads {
  private reading: Reading | undefined;
  private readonly marks = new LRUCache<string, Promise<string>>({ max: MOST_MARKS, ttl: FRESH_MS });

  constructor(
    private readonly store: OntologyStore,
    private readonly shared: SharedCache,
  ) {}

  all(): Promise<readonly OntologyHead[]> {
    if (this.reading !== undefined && Date.now() - this.reading.startedAt < FRESH_MS) return this.reading.heads;
    const reading = { startedAt: Date.now(), heads: this.store.ontologies.list() };
    this.reading = reading;
    reading.heads.catch(() => {
      if (this.reading === reading) this.reading = undefined;
    });
    return reading.heads;
  }

  forget(): void {
    this.reading = undefined;
  }

  /** Ontology, version, and the mark that clearing its cache renews, here and on the other instances. */
  async cacheKey({ id, version }: OntologyHead): Promise<string> {
    return `${id}/${version}/${await this.mark(id)}`;
  }

  /** The mark of an ontology by its name. */
  async markOf(name: string): Promise<string> {
    const head = (await this.all()).find((known) => nameKey(known.name) === nameKey(name));
    return head === undefined ? '' : this.mark(head.id);
  }

  /** Makes every key of the ontology a new one; false where the shared backend did not take it. */
  async renew({ id }: OntologyHead): Promise<boolean> {
    const mark = randomUUID();
    this.marks.set(id, Promise.resolve(mark));
    return this.shared.set(markKey(id), mark);
  }

  private mark(id: string): Promise<string> {
    let mark = this.marks.get(id);
    if (mark === undefined) {
      mark = this.shared.get(markKey(id)).then((found) => found ?? 'first');
      this.marks.set(id, mark);
    }
    return mark;
  }
}

/** Of the id, which is ours: a key never holds a name that somebody chose (design 3, trap 9). */
function markKey(id: string): string {
  return `cleared/${id}`;
}

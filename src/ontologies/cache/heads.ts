import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { nameKey } from '../../model';
import { SharedCache } from '../../redis';
import { type OntologyHead } from '../store/ontologies.repository';
import { OntologyStore } from '../store/ontology-store';

/** Half of the second within which a change must be seen on other instances (spec 2, "Cache"). */
const FRESH_MS = 500;

interface Reading {
  readonly startedAt: number;
  readonly heads: Promise<readonly OntologyHead[]>;
}

/** Which ontologies there are and which version of each counts, read at most every half second, and after news of a change. */
@Injectable()
export class Heads {
  private reading: Reading | undefined;
  private readonly byName = new WeakMap<readonly OntologyHead[], ReadonlyMap<string, OntologyHead>>();

  constructor(
    private readonly store: OntologyStore,
    private readonly shared: SharedCache,
  ) {
    shared.onNews('ontologies', () => {
      this.forget();
    });
  }

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

  /** To be called after every change that this instance made. */
  noteChange(): void {
    this.forget();
    this.shared.tell('ontologies');
  }

  /** The ontology of this name, whoever asks. */
  async find(name: string): Promise<OntologyHead | undefined> {
    const heads = await this.all();
    const known = this.byName.get(heads) ?? new Map(heads.map((head) => [nameKey(head.name), head]));
    this.byName.set(heads, known);
    return known.get(nameKey(name));
  }

  /** The mark of an ontology by its name. */
  async markOf(name: string): Promise<string> {
    const head = await this.find(name);
    return head === undefined ? '' : markOf(head);
  }

  /** Makes every key of the ontology a new one, on all instances. */
  async renew(head: OntologyHead): Promise<void> {
    await this.store.ontologies.mark(head, randomUUID());
    this.noteChange();
  }
}

/** Ontology, version, and the mark that clearing its cache renews: ids, never a name that somebody chose (design 3, trap 9). */
export function cacheKey(head: OntologyHead): string {
  return `${head.id}/${head.version}/${markOf(head)}`;
}

function markOf({ cacheMark }: OntologyHead): string {
  return cacheMark ?? 'first';
}

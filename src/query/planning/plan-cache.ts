import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Template } from '../../compiler/emit';
import type { Trace } from '../../compiler/trace';
import { Environment } from '../../config';
import type { FindSourceTable } from '../../engines';
import type { Caller, Ontology, OutputColumn } from '../../model';
import type { PreparedStatement } from './prepared-statement';

/**
 * A compiled statement. Other statements with the same key can use it if its trace holds for their literals, and the catalogue and the
 * caller are the same.
 */
export interface KeptPlan {
  readonly trace: Trace;
  readonly template: Template;
  readonly about: Omit<PreparedStatement, 'compiled' | 'namesCaller'>;
  /** The catalogue of its data source when it was planned. */
  readonly catalogue: FindSourceTable | undefined;
  /** The id and name of the caller; set only where the statement contains them. */
  readonly caller: string | undefined;
}

/** Assigns a number to each object at its first use, for keys of caches, without keeping the object in memory. */
export class ObjectIds {
  private readonly known = new WeakMap<object, number>();
  private count = 0;

  of(object: object): number {
    const known = this.known.get(object) ?? ++this.count;
    this.known.set(object, known);
    return known;
  }
}

/** The output columns of a statement, which do not depend on the caller's name or the catalogue. */
interface KeptColumns {
  readonly trace: Trace;
  readonly columns: readonly OutputColumn[];
}

/** Most plans of one shape, which differ in the literals that affect the plan. */
const MOST_VARIANTS = 8;
const MOST_CHARACTERS = 64 * 2 ** 20;
const LONGEST = 2 ** 20;
const SIZE_OF_LITERAL = 200;

/**
 * A cache of compiled statements, by the version of the ontology, the rights of the caller and the shape of the statement. A look-up for
 * one loaded version never returns an entry of another.
 */
@Injectable()
export class PlanCache {
  private readonly plans: LRUCache<string, readonly KeptPlan[]> | undefined;
  private readonly columns: LRUCache<string, KeptColumns> | undefined;
  private readonly rights = new WeakMap<Caller, string>();
  /** Ids of loaded versions: a version that is loaded again, for example after `clear_cache`, has a new one. */
  private readonly ontologies = new ObjectIds();

  constructor({ planCacheSize }: Environment) {
    if (planCacheSize === 0) return;
    const sizeCalculation = (plans: readonly KeptPlan[], key: string): number =>
      plans.reduce((size, plan) => size + sizeOf(plan), key.length);
    const maxSize = MOST_CHARACTERS;
    this.columns = new LRUCache({ max: planCacheSize, maxSize, maxEntrySize: LONGEST, sizeCalculation: sizeOfColumns });
    this.plans = new LRUCache({ max: planCacheSize, maxSize, maxEntrySize: LONGEST, sizeCalculation });
  }

  get size(): number {
    return this.plans?.size ?? 0;
  }

  /** Returns a key of everything that planning reads, except literals, catalogue and the caller's name. */
  keyOf(caller: Caller, ontology: Ontology, shape: string): string {
    return `${this.ontologies.of(ontology)} ${this.rightsOf(caller)} ${shape}`;
  }

  /** Returns a plan for these literals for which `isUsable` is true; the cheaper condition is tested first. */
  find(key: string, texts: readonly string[], isUsable: (plan: KeptPlan) => boolean): KeptPlan | undefined {
    return this.plans?.get(key)?.find((plan) => isUsable(plan) && plan.trace.holdsFor(texts));
  }

  keep(key: string, plan: KeptPlan): void {
    const others = this.plans?.get(key) ?? [];
    this.plans?.set(key, [plan, ...others.slice(0, MOST_VARIANTS - 1)]);
  }

  drop(key: string, plan: KeptPlan): void {
    const others = this.plans?.get(key)?.filter((other) => other !== plan) ?? [];
    if (others.length > 0) this.plans?.set(key, others);
    else this.plans?.delete(key);
  }

  findColumns(key: string, texts: readonly string[]): readonly OutputColumn[] | undefined {
    const known = this.columns?.get(key);
    return known?.trace.holdsFor(texts) === true ? known.columns : undefined;
  }

  keepColumns(key: string, columns: KeptColumns): void {
    this.columns?.set(key, columns);
  }

  private rightsOf(caller: Caller): string {
    const known = this.rights.get(caller) ?? digestRights(caller);
    this.rights.set(caller, known);
    return known;
  }
}

function digestRights({ roles, grants }: Caller): string {
  const rights = [roles.toSorted(), grants.map((grant) => JSON.stringify(grant)).sort()];
  return createHash('sha256').update(JSON.stringify(rights)).digest('base64');
}

function sizeOfColumns({ columns, trace }: KeptColumns, key: string): number {
  return columns.reduce((size, { name }) => size + name.length, key.length + trace.texts.length * SIZE_OF_LITERAL);
}

function sizeOf({ trace, template }: KeptPlan): number {
  const texts = template.pieces.filter((piece) => typeof piece === 'string');
  return texts.reduce((size, text) => size + text.length, trace.texts.length * SIZE_OF_LITERAL);
}

import {
  nameKey,
  type Concept,
  type Expression,
  type Ontology,
  type Query,
  type Written,
  type WrittenName,
} from '../../model';
import { collectNames, readReference, relationshipTargets, viewQueriesOf } from '../ontology';
import { isSystemColumn, systemColumnParts, TYPE_OF } from '../values';

/** A name in an expression, and the properties that its value depends on. */
export interface ReadName {
  readonly name: WrittenName;
  readonly properties: readonly string[];
}

/**
 * Finds the properties whose true values a condition or calculation reads, including those read by calculations,
 * labels, keys and views.
 */
export class NameReader {
  readonly #needs = new Map<string, readonly string[]>();

  constructor(
    private readonly ontology: Ontology,
    private readonly serviceName: string,
  ) {}

  /** Returns the names in an expression over the entities of `from`, and in the views that it reads. */
  readTree(tree: Expression<Written>, from: readonly Concept[]): readonly ReadName[] {
    const look = lookAt(this.ontology, tree, [...viewQueriesOf(tree, this.ontology.views, this.serviceName)]);
    const lookedAt = this.withThoseBelow([...from, ...this.conceptsOf(look.concepts)]);
    const unnamed = look.readsUnnamed ? lookedAt.flatMap(({ properties }) => properties) : [];
    const names = [...look.names, ...[...new Set(unnamed)].map((name) => ({ parts: [{ name }] }))];
    return names.map((name) => ({ name, properties: this.propertiesOf(name, lookedAt) }));
  }

  /** Returns all properties that the value of a property depends on, including the property itself. */
  readProperty(key: string): readonly string[] {
    const parts = new Set([key]);
    for (const part of parts) for (const need of this.needsOf(part)) parts.add(need);
    return [...parts];
  }

  private propertiesOf(name: WrittenName, lookedAt: readonly Concept[]): readonly string[] {
    const { property } = readReference(name, relationshipTargets(this.ontology));
    const parts = isSystemColumn(property)
      ? lookedAt.flatMap((concept) => systemColumnParts(property, concept))
      : [property];
    return parts.flatMap((part) => this.readProperty(part));
  }

  private needsOf(key: string): readonly string[] {
    const known = this.#needs.get(key);
    if (known !== undefined) return known;
    const needs: string[] = [];
    this.#needs.set(key, needs);
    const { calculation, filter } = this.ontology.properties.get(key) ?? {};
    for (const tree of [calculation, filter].filter((part) => part !== undefined)) {
      const names = this.readTree(tree, this.holdersOf(key));
      needs.push(...names.flatMap(({ properties }) => properties));
    }
    return needs;
  }

  /** Returns the concepts whose entities can have a property: those that list it, and their ancestors. */
  private holdersOf(property: string): readonly Concept[] {
    const concepts = [...this.ontology.concepts.values()].filter((known) => known.properties.includes(property));
    return [...new Set([...concepts, ...this.conceptsOf(concepts.flatMap(({ ancestors }) => ancestors))])];
  }

  private conceptsOf(keys: readonly string[]): readonly Concept[] {
    const concepts = [...new Set(keys)].map((key) => this.ontology.concepts.get(key));
    return concepts.filter((known) => known !== undefined);
  }

  private withThoseBelow(concepts: readonly Concept[]): readonly Concept[] {
    return [...new Set([...concepts, ...this.conceptsOf(concepts.flatMap(({ descendants }) => descendants))])];
  }
}

/**
 * Returns the keys of the concepts whose entities an expression, or a view that it reads, reads in FROM and along
 * paths.
 */
export function conceptsReadIn(ontology: Ontology, serviceName: string, tree: Expression<Written>): readonly string[] {
  return lookAt(ontology, tree, [...viewQueriesOf(tree, ontology.views, serviceName)]).entities;
}

interface Look {
  readonly names: readonly WrittenName[];
  /** Keys of the concepts that the expression names: in FROM, on paths, in `_type_of_`. */
  readonly concepts: readonly string[];
  /** Keys of the concepts whose entities the expression reads: in FROM and on paths. */
  readonly entities: readonly string[];
  readonly readsUnnamed: boolean;
}

function lookAt(ontology: Ontology, tree: Expression<Written>, queries: readonly Query<Written>[]): Look {
  const own = collectNames(tree);
  const ofViews = queries.map(collectNames);
  const all = [own, ...ofViews];
  const names = [...own.references, ...ofViews.flatMap(({ references }) => references).map(withoutPlace)];
  const tables = all.flatMap(({ tables: read }) => read.map(({ parts }) => nameKey(parts.at(-1)?.name ?? '')));
  const references = names.map((name) => readReference(name, relationshipTargets(ontology)));
  const asked = references
    .filter(({ property }) => property.startsWith(TYPE_OF))
    .map(({ property }) => property.slice(TYPE_OF.length));
  const entities = [...references.flatMap(({ concepts }) => concepts), ...tables];
  return {
    names,
    concepts: [...entities, ...asked],
    entities,
    readsUnnamed: all.some(({ readsUnnamed }) => readsUnnamed),
  };
}

/** Removes the offset: a name inside a view has no position in the statement of the condition. */
function withoutPlace({ parts, quote }: WrittenName): WrittenName {
  return { parts, ...(quote && { quote }) };
}

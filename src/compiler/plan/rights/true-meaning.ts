import {
  nameKey,
  type Concept,
  type Expression,
  type Logic,
  type Ontology,
  type Query,
  type Relationship,
  type Written,
  type WrittenName,
} from '../../../model';
import { collectNames, readReference, viewQueriesOf } from '../../ontology';
import { printExpression, printQuery } from '../../statement';
import { branchesOf } from '../concept/branches';
import { isSystemColumn, systemColumnParts, TYPE_OF } from '../concept/entity-columns';
import { parsePath } from '../path/parse-path';

/** A version of an ontology as far as it is compared with another one: by the mappings that both have. */
export interface ComparedModel {
  readonly ontology: Ontology;
  readonly serviceName: string;
  readonly mappings: ReadonlySet<string>;
}

/** A name in a text, and the properties that its value is made of. */
export interface ReadName {
  readonly name: WrittenName;
  readonly properties: readonly string[];
}

/**
 * Gathers all definitions that say what a condition, a calculation, a key or a relationship reads, so that the same
 * text means the same true values: calculations, labels, views, relationships of paths, and whose entities a concept has.
 */
export class TrueMeaning {
  readonly #lines = new Map<string, string>();
  readonly #needs = new Map<string, readonly string[]>();

  constructor(private readonly model: ComparedModel) {}

  get text(): string {
    const lines = [...this.#lines].map(([what, definition]) => `${what}: ${definition}`);
    return lines.sort().join('\n');
  }

  /** The names in a tree about the entities of `from`, and in views that it reads. */
  readTree(what: string, tree: Expression<Written>, from: readonly Concept[]): readonly ReadName[] {
    if (this.#lines.has(what)) return [];
    this.#lines.set(what, printExpression(tree));
    const queries = [...viewQueriesOf(tree, this.model.ontology.views, this.model.serviceName)];
    for (const [index, query] of queries.entries()) this.#lines.set(`${what}, view ${index}`, printQuery(query));
    const look = lookAt(tree, queries);
    for (const key of look.concepts) this.readConcept(key);
    const lookedAt = this.withThoseBelow([...from, ...this.conceptsOf(look.concepts)]);
    const unnamed = look.readsUnnamed ? lookedAt.flatMap(({ properties }) => properties) : [];
    const names = [...look.names, ...[...new Set(unnamed)].map((name) => ({ parts: [{ name }] }))];
    return names.map((name) => ({ name, properties: this.propertiesOf(name, lookedAt) }));
  }

  /** All properties that the value of one is made of, itself included. */
  readProperty(key: string): readonly string[] {
    const parts = new Set([key]);
    for (const part of parts) for (const need of this.needsOf(part)) parts.add(need);
    return [...parts];
  }

  /** Whose entities the concept has: by which mappings, as entities of which concepts, on which conditions. */
  readConcept(key: string): this {
    const concept = this.model.ontology.concepts.get(key);
    if (concept === undefined || this.#lines.has(`concept ${key}`)) return this;
    const branches = branchesOf(this.model.ontology, concept).filter(({ mapping }) =>
      this.model.mappings.has(nameKey(mapping.name)),
    );
    const entities = branches.map(({ mapping, owner, conditions }) => {
      return [mapping.name, owner.name, ...conditions.map(printLogic)];
    });
    this.#lines.set(`concept ${key}`, JSON.stringify(entities));
    for (const logic of branches.flatMap(({ conditions }) => conditions)) this.readLogic(logic);
    return this;
  }

  /** Which properties a relationship compares, and of whose entities. */
  readRelationship(relationship: Relationship): this {
    const { name, source, target, join } = relationship;
    const what = `relationship ${name} ${source} ${target}`;
    if (this.#lines.has(what)) return this;
    const compared = comparedBy(this.model.ontology, relationship);
    this.#lines.set(what, JSON.stringify([compared, join.kind === 'link' ? join.mappings : []]));
    for (const concept of [source, target]) this.readConcept(concept);
    for (const property of compared) this.readProperty(property);
    return this;
  }

  private readLogic(logic: Logic): void {
    if (logic.where !== undefined) this.readTree(printLogic(logic), logic.where, this.conceptsOf([logic.from]));
  }

  private propertiesOf(name: WrittenName, lookedAt: readonly Concept[]): readonly string[] {
    for (const hop of parsePath(name.parts.at(-1)?.name ?? '')?.hops ?? [])
      this.readRelationshipsCalled(hop.relationship);
    const { property } = readReference(name);
    return this.partsOf(property, lookedAt).flatMap((part) => this.readProperty(part));
  }

  private readRelationshipsCalled(name: string): void {
    const key = nameKey(name).replace(/^~/, '');
    const isCalled = (other: string): boolean => nameKey(other).replace(/^~/, '') === key;
    for (const concept of this.model.ontology.concepts.values()) {
      const own = [...concept.relationships.values()].filter(({ source }) => source === nameKey(concept.name));
      for (const relationship of own) {
        // `~x` is the inverse of `x` also where that has a name of its own, and then links of its own as well
        const isInverse = name.startsWith('~') && isCalled(relationship.inverseName);
        if (isInverse || isCalled(relationship.name)) this.readRelationship(relationship);
      }
    }
  }

  /** What a property or system column is made of, one step down. */
  private partsOf(key: string, concepts: readonly Concept[]): readonly string[] {
    if (!isSystemColumn(key)) return [key];
    return concepts.flatMap((concept) => {
      const parts = systemColumnParts(key, concept);
      this.#lines.set(`${key} of ${parts.join()}`, '');
      return parts;
    });
  }

  private needsOf(key: string): readonly string[] {
    const known = this.#needs.get(key);
    if (known !== undefined) return known;
    const needs: string[] = [];
    this.#needs.set(key, needs);
    const { calculation, filter } = this.model.ontology.properties.get(key) ?? {};
    for (const tree of [calculation, filter].filter((part) => part !== undefined)) {
      const names = this.readTree(`property ${key}, ${printExpression(tree)}`, tree, this.holdersOf(key));
      needs.push(...names.flatMap(({ properties }) => properties));
    }
    return needs;
  }

  /** The concepts whose entities can have a property: those that list it, and those above them. */
  private holdersOf(property: string): readonly Concept[] {
    const concepts = [...this.model.ontology.concepts.values()].filter((known) => known.properties.includes(property));
    return [...new Set([...concepts, ...this.conceptsOf(concepts.flatMap(({ ancestors }) => ancestors))])];
  }

  private conceptsOf(keys: readonly string[]): readonly Concept[] {
    const concepts = [...new Set(keys)].map((key) => this.model.ontology.concepts.get(key));
    return concepts.filter((known) => known !== undefined);
  }

  private withThoseBelow(concepts: readonly Concept[]): readonly Concept[] {
    return [...new Set([...concepts, ...this.conceptsOf(concepts.flatMap(({ descendants }) => descendants))])];
  }
}

/** The properties whose true values a relationship compares. */
export function comparedBy({ mappings }: Ontology, { join }: Relationship): readonly string[] {
  if (join.kind === 'key') return [...join.sourceProperties, ...join.targetProperties];
  const targets = join.mappings.map((key) => mappings.get(key)?.target);
  return targets.flatMap((target) => (target?.kind === 'link' ? target.ends.flatMap((end) => end.properties) : []));
}

function printLogic({ from, where }: Logic): string {
  return `from ${from} where ${where === undefined ? '' : printExpression(where)}`;
}

/** The keys of the concepts of which a tree, or a view that it reads, reads entities: in FROM and on paths. */
export function conceptsReadIn({ ontology, serviceName }: ComparedModel, tree: Expression<Written>): readonly string[] {
  return lookAt(tree, [...viewQueriesOf(tree, ontology.views, serviceName)]).entities;
}

interface Look {
  readonly names: readonly WrittenName[];
  /** Keys of what it names of concepts: in FROM, on paths, in `_type_of_`. */
  readonly concepts: readonly string[];
  /** Those of which it reads entities: in FROM, on paths. */
  readonly entities: readonly string[];
  readonly readsUnnamed: boolean;
}

function lookAt(tree: Expression<Written>, queries: readonly Query<Written>[]): Look {
  const own = collectNames(tree);
  const ofViews = queries.map(collectNames);
  const all = [own, ...ofViews];
  const names = [...own.references, ...ofViews.flatMap(({ references }) => references).map(withoutPlace)];
  const tables = all.flatMap(({ tables: read }) => read.map(({ parts }) => nameKey(parts.at(-1)?.name ?? '')));
  const references = names.map(readReference);
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

/** A name of a view has no place in the text of the condition. */
function withoutPlace({ parts, quote }: WrittenName): WrittenName {
  return { parts, ...(quote && { quote }) };
}

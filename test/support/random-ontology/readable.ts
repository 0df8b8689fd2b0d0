import type { Concept, Ontology, Relationship } from '../../../src/model';
import type { Dice } from './dice';
import { COLUMN_TYPES, type ColumnType } from './values';

/** A value that a statement can read, as the statement writes it. */
export interface Readable {
  readonly value: string;
  readonly type: ColumnType;
}

/** A concept in a FROM, with or without an alias. */
export interface Subject {
  readonly concept: Concept;
  readonly alias: string;
  readonly schema: 'svc' | 'esvc' | 'dsvc';
}

/** Picks values that statements over an ontology can read. */
export class Reader {
  /** The concepts with mappings of entities. */
  readonly concepts: readonly Concept[];

  constructor(
    readonly ontology: Ontology,
    readonly dice: Dice,
    /** The most steps of a path; conditions of the ontology, which are part of every statement over it, have few. */
    private readonly mostSteps = 3,
  ) {
    this.concepts = [...ontology.concepts.values()].filter((concept) => this.isPopulated(concept));
  }

  /** Picks a property, a system column, or a column at the end of a path of up to three steps. */
  value(subject: Subject): Readable {
    return this.find(subject, () => true) ?? { value: name(subject, 'entity_id'), type: 'string' };
  }

  /** Picks a value of one type. */
  valueOf(subject: Subject, type: ColumnType): Readable | undefined {
    for (let attempt = 0; attempt < 6; attempt++) {
      const found = this.find(subject, (known) => known === type);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Picks a concept with entities, sometimes the root of all. */
  subject(alias = ''): Subject {
    const { dice } = this;
    const all = this.concepts.filter(({ name: known }) => known !== 'thing');
    const wide = all.filter(({ descendants }) => descendants.length > 0);
    const concept = (dice.chance(4) ? this.ontology.concepts.get('thing') : dice.chance(50) ? dice.find(wide) : undefined) ?? dice.pick(this.concepts); // prettier-ignore
    return { concept, alias, schema: dice.pick(['dsvc', 'dsvc', 'dsvc', 'dsvc', 'esvc', 'svc'] as const) };
  }

  /** Picks a measure of a concept or at the end of a path. */
  measure(subject: Subject): Readable | undefined {
    if (subject.schema !== 'dsvc') return undefined;
    const { path, end } = this.path(subject, this.dice.pick([0, 1, 1, 2]));
    const measures = end.properties.flatMap((key) => {
      const property = this.ontology.properties.get(key);
      return property?.isMeasure === true ? [property] : [];
    });
    const measure = this.dice.find(measures);
    return measure && { value: name(subject, `measure.${path}${measure.name}`), type: asColumnType(measure.type.name) };
  }

  private find(subject: Subject, fits: (type: ColumnType) => boolean): Readable | undefined {
    const { dice } = this;
    const { path, end } = this.path(subject, subject.schema === 'dsvc' ? dice.pick([0, 0, 0, 0, 1, 1, 2, 3]) : 0);
    const own = this.propertiesOf(end, subject.schema);
    const system = (['entity_id', 'entity_type', 'entity_label'] as const).map((known) => ({ known, type: 'string' as const })); // prettier-ignore
    const column = dice.find((dice.chance(12) ? system : own).filter(({ type }) => fits(type)));
    return column && { value: name(subject, `${path}${column.known}`), type: column.type };
  }

  /** Returns the properties in a schema: single values in each, those of concepts below in two, multi-values in one. */
  private propertiesOf(
    concept: Concept,
    schema: Subject['schema'],
  ): readonly { readonly known: string; readonly type: ColumnType }[] {
    // prettier-ignore
    const below = schema === 'svc' ? [] : concept.descendants.flatMap((key) => this.ontology.concepts.get(key)?.ownProperties ?? []); // prettier-ignore
    return [...new Set([...concept.properties, ...below])].flatMap((key) => {
      const property = this.ontology.properties.get(key);
      if (property === undefined || property.isMeasure || (property.isMultiValue && schema !== 'dsvc')) return [];
      return [{ known: property.name, type: asColumnType(property.type.name) }];
    });
  }

  private path({ concept }: Subject, hops: number): { readonly path: string; readonly end: Concept } {
    let path = '';
    let end = concept;
    for (let hop = 0; hop < Math.min(hops, this.mostSteps); hop++) {
      const step = this.dice.find(this.stepsOf(end));
      if (step === undefined) break;
      const target = this.targetOf(step);
      if (target === undefined) break;
      const isClosure = step.transitivity > 1 && this.dice.chance(this.mostSteps > 1 ? 50 : 10);
      path += `${step.name}[${target.name}${isClosure ? `*${this.dice.int(1, step.transitivity)}` : ''}].`;
      end = target;
    }
    return { path, end };
  }

  private stepsOf(concept: Concept): readonly Relationship[] {
    const below = concept.descendants.flatMap((key) => this.ontology.concepts.get(key) ?? []);
    return [concept, ...below]
      .flatMap(({ relationships }) => [...relationships.values()])
      .filter(({ join }) => join.kind === 'key' || join.mappings.length > 0);
  }

  private targetOf({ target }: Relationship): Concept | undefined {
    const concept = this.ontology.concepts.get(target);
    const below = concept?.descendants.flatMap((key) => this.ontology.concepts.get(key) ?? []) ?? [];
    const candidates = [concept, concept, concept, ...below].filter((known) => known !== undefined);
    return this.dice.find(candidates.filter((known) => this.isPopulated(known)));
  }

  private isPopulated(concept: Concept): boolean {
    const { concepts, mappings, properties } = this.ontology;
    return [concept, ...concept.descendants.flatMap((key) => concepts.get(key) ?? [])].some(
      (known) =>
        known.mappings.some((key) =>
          mappings.get(key)?.columns.every((column) => properties.get(column.key)?.isMultiValue !== true),
        ) || isPopulatedFrom(known, (from) => from !== undefined && this.isPopulated(from), concepts),
    );
  }
}

function isPopulatedFrom(
  { logic }: Concept,
  isPopulated: (from: Concept | undefined) => boolean,
  concepts: Ontology['concepts'],
): boolean {
  return logic !== undefined && isPopulated(concepts.get(logic.from));
}

function name({ alias }: Subject, text: string): string {
  return `${alias === '' ? '' : `${alias}.`}\`${text}\``;
}

function asColumnType(type: string): ColumnType {
  return COLUMN_TYPES.find((known) => known === type) ?? 'string';
}

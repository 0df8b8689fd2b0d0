import { nameKey, type Concept, type Ontology, type Relationship } from '../../model';

/** A step with or without the concept that it leads to, or the property at the end. */
const PART = /^([^.[\]*]+)(?:\[([^.[\]*]+?)(?:\*\d{1,3})?\])?/;

/** The first part of a path; `target` is the concept in its brackets. */
interface Part {
  readonly written: string;
  readonly relationship: string;
  readonly target: string | undefined;
  /** Whether the path ends with it, as a property or a column of a link. */
  readonly isEnd: boolean;
}

/**
 * Returns a name with the concepts that it leaves out as a path: `lies_in.name` is `lies_in[part].name` if relationships of this name lead
 * to one concept only (docs/language.md). Returns every other name as it is.
 */
export function fullPath(ontology: Ontology, concept: Concept, name: string): string {
  return name.includes('.') ? (expandPath(ontology, concept, name) ?? name) : name;
}

/** Returns undefined for a name that is not such a path, or leaves out nothing. */
function expandPath(ontology: Ontology, concept: Concept, name: string): string | undefined {
  const steps: string[] = [];
  let from = concept;
  let rest = name;
  for (let part = readPart(rest); part !== undefined; part = readPart(rest)) {
    if (part.isEnd) {
      const full = [...steps, rest].join('.');
      return full === name ? undefined : full;
    }
    const next = conceptAt(ontology, from, part);
    if (next === undefined) return undefined;
    steps.push(part.target === undefined ? `${part.relationship}[${next.name}]` : part.written);
    from = next;
    rest = rest.slice(part.written.length + 1);
  }
  return undefined;
}

function readPart(rest: string): Part | undefined {
  const [written = '', relationship = '', target] = PART.exec(rest) ?? [];
  const behind = rest.slice(written.length);
  const isEnd = target === undefined ? behind === '' : behind.startsWith('_');
  return written !== '' && (isEnd || behind.startsWith('.')) ? { written, relationship, target, isEnd } : undefined;
}

function conceptAt(ontology: Ontology, from: Concept, { relationship, target }: Part): Concept | undefined {
  const key = target === undefined ? targetOf(ontology, from, relationship) : nameKey(target);
  return key === undefined ? undefined : ontology.concepts.get(key);
}

const LEVELS = /^([^.[\]*]+)(\*\d+)\.(.+)$/;

/** Returns how to write what `expandPath` cannot read: several targets, levels, a narrower target, or a column of a link. */
export function hintAtBrackets(ontology: Ontology, concept: Concept, name: string): string | undefined {
  const [, first = name, level = '', behind] = LEVELS.exec(name) ?? [];
  const known = longestNamed(ontology, concept, first);
  if (known === undefined) return undefined;
  const [target = '', ...others] = [...targetsOf(ontology, concept, known.name)].map(
    (key) => ontology.concepts.get(key)?.name ?? key,
  );
  const rest = behind ?? name.slice(known.name.length + 1);
  const written = (to: string): string => `"${known.name}[${to}${level}].${rest}"`;
  if (name.charAt(known.name.length) === '_')
    return known.join.kind === 'link' ? `a column of a link is "${known.name}[${target}]_${rest}"` : undefined;
  if (others.length > 0) return `write the concept that it leads to: ${[target, ...others].map(written).join(' or ')}`;
  return level === '' ? hintAtNarrower(ontology, known, rest) : `write ${written(target)}`;
}

function hintAtNarrower(ontology: Ontology, { name, target }: Relationship, rest: string): string | undefined {
  const [step = '', ...others] = rest.split('.');
  const below = ontology.concepts.get(nameKey(step));
  if (others.length === 0 || below?.ancestors.includes(target) !== true) return undefined;
  return `a narrower concept is written in brackets: "${name}[${below.name}].${others.join('.')}"`;
}

function targetOf(ontology: Ontology, concept: Concept, relationship: string): string | undefined {
  const [target, ...others] = targetsOf(ontology, concept, relationship);
  return others.length === 0 ? target : undefined;
}

/** Returns the keys of the concepts that relationships with a name lead to, from a concept and those below it. */
function targetsOf(ontology: Ontology, concept: Concept, relationship: string): ReadonlySet<string> {
  const key = nameKey(relationship);
  const isNamed = ({ name, inverseName }: Relationship): boolean =>
    nameKey(name) === key || (key.startsWith('~') && nameKey(inverseName) === key.slice(1));
  return new Set(
    relationshipsFrom(ontology, concept)
      .filter(isNamed)
      .map(({ target }) => target),
  );
}

function relationshipsFrom(ontology: Ontology, { relationships, descendants }: Concept): readonly Relationship[] {
  const below = descendants.flatMap((key) => [...(ontology.concepts.get(key)?.relationships.values() ?? [])]);
  return [...relationships.values(), ...below];
}

/** Returns the relationship with the longest name that a path, or a column of a link without brackets, begins with. */
function longestNamed(ontology: Ontology, concept: Concept, name: string): Relationship | undefined {
  const key = nameKey(name);
  const begins = (known: string): boolean =>
    key === known || key.startsWith(`${known}.`) || key.startsWith(`${known}_`);
  return relationshipsFrom(ontology, concept)
    .filter((known) => begins(nameKey(known.name)))
    .toSorted((a, b) => b.name.length - a.name.length)[0];
}

import type { ConceptDraft, Draft, Family } from './draft';
import { sameDomain, type Reference, type TableDraft } from './tables';
import { tableOf } from './draft';

/** A property of references of a concept: mappings over a table with these references define it. */
export interface ReferenceProperty {
  readonly concept: ConceptDraft;
  readonly properties: readonly string[];
  readonly target: Family;
}

/** A relationship through links, and the tables of links that can contain its links. */
export interface LinkRelationship {
  readonly name: string;
  readonly inverse: string;
  readonly from: ConceptDraft;
  readonly to: ConceptDraft;
}

export interface Relationships {
  readonly references: readonly ReferenceProperty[];
  readonly links: readonly LinkRelationship[];
}

const quote = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');

/** Adds relationships along the references of tables, between concepts with the same keys, and along tables of links. */
export function addRelationships(draft: Draft): Relationships {
  const references = draft.families.flatMap((family) => referencesOf(draft, family));
  for (const family of draft.families) if (draft.dice.chance(40)) addKeyRelationship(draft, family);
  const links = draft.tables
    .filter(({ references: ends }) => ends.length === 2)
    .flatMap((table) => linksOf(draft, table));
  return { references, links };
}

/** Returns the families whose keys are those of a table. */
function familiesOf(draft: Draft, table: TableDraft | undefined): readonly Family[] {
  return draft.families.filter((family) => table !== undefined && sameDomain(family.domain, table.domain));
}

function referencesOf(draft: Draft, family: Family): readonly ReferenceProperty[] {
  const { dice } = draft;
  const tables = draft.tables.filter((table) => table.key.length > 0 && sameDomain(table.domain, family.domain));
  const targets = tables.flatMap((table) => table.references).flatMap((end: Reference) => familiesOf(draft, tableOf(draft, end.table))); // prettier-ignore
  return dice.some([...new Set(targets)], 0, 2).map((target, index) => {
    const concept = dice.pick(family.concepts);
    const name = `${family.name}_to${index + 1}`;
    const properties = target.key.map((_, place) => `${name}_key${place + 1}`);
    properties.forEach((property, place) => draft.properties.set(property, { name: property, type: target.domain[place] ?? 'integer' })); // prettier-ignore
    concept.properties.push(...properties);
    const isSelf = target === family;
    const end = dice.chance(70) ? target.concepts[0] : dice.find(target.concepts);
    const inverse = dice.chance(60) ? ` INVERSEOF \`${name}_inv\`` : '';
    const transitive = isSelf && isKin(concept, end) && dice.chance(70) ? ` TRANSITIVE(${dice.int(2, 4)})` : '';
    concept.constraints.push(`CONSTRAINT \`${name}\` FOREIGN KEY (${quote(properties)}) REFERENCES \`${end?.name ?? ''}\` (${quote(target.key)})${inverse}${transitive}`); // prettier-ignore
    return { concept, properties, target };
  });
}

function isKin(one: ConceptDraft, other: ConceptDraft | undefined): boolean {
  return other !== undefined && (one === other || isBelow(one, other) || isBelow(other, one));
}

function isBelow(concept: ConceptDraft, other: ConceptDraft): boolean {
  return concept.parents.some((parent) => parent === other || isBelow(parent, other));
}

/** Adds a relationship between two concepts of one entity: the key of one is the key of the other. */
function addKeyRelationship(draft: Draft, family: Family): void {
  const { dice } = draft;
  const other = dice.find(
    draft.families.filter((known) => known !== family && sameDomain(known.domain, family.domain)),
  );
  if (other === undefined) return;
  const [concept, end] = [dice.pick(family.concepts), dice.pick(other.concepts)];
  const name = `${family.name}_as_${other.name}`;
  concept.constraints.push(`CONSTRAINT \`${name}\` FOREIGN KEY (${quote(family.key)}) REFERENCES \`${end.name}\` (${quote(other.key)}) INVERSEOF \`${name}_inv\``); // prettier-ignore
}

function linksOf(draft: Draft, table: TableDraft): readonly LinkRelationship[] {
  const { dice } = draft;
  const [one, other] = table.references.map((end) => familiesOf(draft, tableOf(draft, end.table)));
  const [near, far] = [dice.find(one ?? []), dice.find(other ?? [])];
  if (near === undefined || far === undefined || dice.chance(20)) return [];
  const [from, to] = [dice.pick(near.concepts), dice.pick(far.concepts)];
  const name = `link_${table.name}`;
  const transitive = isKin(from, to) && dice.chance(60) ? ` TRANSITIVE(${dice.int(2, 3)})` : '';
  from.constraints.push(`CONSTRAINT \`${name}\` MULTIREFERENCE \`${to.name}\` INVERSEOF \`${name}_inv\`${transitive}`);
  return [{ name, inverse: `${name}_inv`, from, to }];
}

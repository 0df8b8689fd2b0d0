import type { ConceptDraft, Draft, Family } from './draft';
import { propertiesOf } from './draft';
import { COLUMN_TYPES, type ColumnType } from './values';

/** Two properties of each type, which concepts of all families share. */
const POOL = COLUMN_TYPES.flatMap((type) => [`p_${type}`, `q_${type}`]);

/** Adds families of concepts over the keys of the tables, below each other and below concepts without a key. */
export function addConcepts(draft: Draft): void {
  const { dice } = draft;
  for (const name of POOL) draft.properties.set(name, { name, type: name.slice(2) as ColumnType });
  const mixins = dice.times(dice.int(0, 2), (index) => mixin(draft, `any${index + 1}`));
  const keyed = draft.tables.filter((table) => table.key.length > 0);
  const count = dice.int(1, 3);
  for (let index = 1; index <= count; index++) {
    addFamily(draft, `f${index}`, { domain: dice.pick(keyed).domain, mixins });
  }
}

function mixin(draft: Draft, name: string): ConceptDraft {
  const { dice } = draft;
  const properties = [...dice.some(POOL, 0, 2)];
  const label = dice.chance(50) ? properties.filter(isText).slice(0, 1) : [];
  const parents = draft.concepts.length > 0 && dice.chance(30) ? [dice.pick(draft.concepts)] : [];
  return add(draft, { name, family: undefined, parents, properties, label, constraints: [] });
}

function isText(property: string): boolean {
  return property.endsWith('_string') || property.endsWith('_integer');
}

function addFamily(
  draft: Draft,
  name: string,
  { domain, mixins }: { readonly domain: Family['domain']; readonly mixins: readonly ConceptDraft[] },
): void {
  // prettier-ignore
  const { dice } = draft;
  const key = domain.map((_, index) => `${name}_k${index + 1}`);
  key.forEach((property, index) =>
    draft.properties.set(property, { name: property, type: domain[index] ?? 'integer' }),
  );
  const family: Family = { name, domain, key, concepts: [] };
  draft.families.push(family);
  const root = member(draft, name, { family, parents: dice.chance(60) ? dice.some(mixins, 0, 2) : [] });
  root.properties.unshift(...key);
  const count = dice.int(0, 4);
  for (let index = 1; index <= count; index++) {
    const above = dice.pick([root, ...family.concepts]);
    const second = dice.chance(25) ? dice.find([...family.concepts.filter((other) => other !== above), ...mixins]) : undefined; // prettier-ignore
    member(draft, `${name}_s${index}`, { family, parents: second === undefined ? [above] : [above, second] });
  }
}

function member(
  draft: Draft,
  name: string,
  { family, parents }: { readonly family: Family; readonly parents: readonly ConceptDraft[] },
): ConceptDraft {
  // prettier-ignore
  const { dice } = draft;
  const inherited = parents.flatMap(propertiesOf);
  const properties = dice.some(POOL, 0, family.concepts.length === 0 ? 5 : 3).filter((property) => !inherited.includes(property)); // prettier-ignore
  const labels = [...inherited, ...properties].filter((property) => isText(property) || family.key.includes(property));
  const label = dice.chance(35) ? dice.some(labels, 1, 2) : [];
  const concept: ConceptDraft = { name, family, parents, properties: [...properties], label, constraints: [] };
  family.concepts.push(concept);
  return add(draft, concept);
}

function add(draft: Draft, concept: ConceptDraft): ConceptDraft {
  draft.concepts.push(concept);
  return concept;
}

import type { MappingDefinition } from './definitions';
import type { ConceptDraft, Draft } from './draft';
import { propertiesOf, tableOf, typeOf } from './draft';
import { mappingCondition, mappingFrom, propertyValue, type MappingFrom } from './mapping-source';
import type { LinkRelationship, Relationships } from './relationships';
import { sameDomain, type TableDraft } from './tables';

type Item = MappingDefinition['items'][number];

const PLAIN = { ends: [], declarations: [], into: [], isOpaque: false, isDistinct: false, where: [], groupBy: [] };

/** Adds mappings of entities, of links and of multi-value properties. */
export function addMappings(draft: Draft, relationships: Relationships): void {
  const { dice } = draft;
  for (const { concepts, domain } of draft.families) {
    const tables = draft.tables.filter((table) => table.key.length > 0 && sameDomain(table.domain, domain));
    const shared = dice.chance(45) ? dice.find(tables.filter((table) => table.kind !== undefined)) : undefined;
    for (const concept of concepts) {
      const count = dice.pick(concept === concepts[0] && concepts.length > 1 ? [0, 0, 1, 1, 2] : [0, 1, 1, 1, 1, 2]);
      for (let index = 0; index < count; index++) {
        addEntityMapping(draft, concept, {
          table: shared ?? dice.pick(tables),
          relationships,
          isShared: shared !== undefined,
        });
      }
    }
  }
  for (const link of relationships.links) addLinkMappings(draft, link);
  addValueMappings(draft);
}

interface MappingPlan {
  readonly table: TableDraft;
  readonly relationships: Relationships;
  /** Other concepts read the table, too. */
  readonly isShared: boolean;
}

function addEntityMapping(draft: Draft, concept: ConceptDraft, plan: MappingPlan): void {
  const { dice, mappings } = draft;
  const { family } = concept;
  if (family === undefined) return;
  const { table } = plan;
  const source = mappingFrom(draft, table);
  const keys = family.key.map((name, index) => ({ value: source.columnOf(table.key[index] ?? ''), name }));
  const others = [...referenceItems(draft, concept, { table, source, plan }), ...dataItems(draft, concept, source)];
  const isGrouped = dice.chance(4);
  const given = others.length > 0 ? givenKeys(draft, keys) : keys;
  const where = [
    ...(dice.chance(plan.isShared ? 85 : 30) ? [mappingCondition(dice, table, source)] : []),
    ...(dice.chance(12) ? [mappingCondition(dice, table, source)] : []),
  ];
  const definition: MappingDefinition = {
    ...PLAIN,
    name: `m${mappings.length + 1}_${concept.name}`,
    into: dice.chance(6) && concept.parents[0]?.family === family ? [concept.name, concept.parents[0].name] : [concept.name],
    isOpaque: dice.chance(12),
    isDistinct: !isGrouped && dice.chance(10),
    isKeyless: given.length < keys.length,
    items: [...given, ...(isGrouped ? others.filter(({ name }) => typeOf(draft, name) !== 'boolean').map(({ name, value }) => ({ name, value: `MAX(${value})` })) : others)],
    from: source.from,
    where,
    groupBy: isGrouped ? keys.map(({ value }) => value) : [],
  }; // prettier-ignore
  mappings.push({ ...definition, family, concept });
}

/** Returns the items of the key, or only some of them for a mapping without it. */
function givenKeys({ dice, hasKeyless }: Draft, keys: readonly Item[]): readonly Item[] {
  return hasKeyless && dice.chance(40) ? keys.slice(0, dice.int(0, keys.length - 1)) : keys;
}

function dataItems(draft: Draft, concept: ConceptDraft, source: MappingFrom): readonly Item[] {
  const names = propertiesOf(concept).filter((name) => /^[pq]_/.test(name));
  return names.flatMap((name) => {
    const value = propertyValue(draft.dice, typeOf(draft, name), source.columns);
    return value === undefined ? [] : [{ value, name }];
  });
}

interface Referring {
  readonly table: TableDraft;
  readonly source: MappingFrom;
  readonly plan: MappingPlan;
}

/** Returns items for the properties of references of the concept, from the references of the table. */
function referenceItems(draft: Draft, concept: ConceptDraft, { table, source, plan }: Referring): readonly Item[] {
  const { dice } = draft;
  const names = propertiesOf(concept);
  return plan.relationships.references
    .filter(({ properties }) => properties.every((name) => names.includes(name)))
    .flatMap(({ properties, target }) => {
      const ends = table.references.filter((end) => sameDomain(tableOf(draft, end.table)?.domain ?? [], target.domain));
      const isSame = sameDomain(table.domain, target.domain) && dice.chance(20);
      const columns = isSame ? table.key : dice.find(ends)?.columns;
      return columns === undefined ? [] : properties.map((name, index) => ({ value: source.columnOf(columns[index] ?? ''), name })); // prettier-ignore
    });
}

function addLinkMappings(draft: Draft, { name, inverse, from, to }: LinkRelationship): void {
  const { dice } = draft;
  const table = tableOf(draft, name.slice('link_'.length));
  const [near, far] = table?.references ?? [];
  if (table === undefined || near === undefined || far === undefined) return;
  const end = (relationship: string, columns: readonly string[], concept: ConceptDraft): string => {
    const key = concept.family?.key ?? [];
    return `CONSTRAINT \`${relationship}\` FOREIGN KEY (${columns.map((column) => `\`${column}\``).join(', ')}) REFERENCES \`${concept.name}\` (${key.map((column) => `\`${column}\``).join(', ')})`; // prettier-ignore
  };
  const source = { columnOf: (column: string) => column, from: table.name, columns: [] };
  const count = dice.chance(15) ? 2 : 1;
  for (let index = 1; index <= count; index++) {
    const condition = dice.chance(25) ? [mappingCondition(dice, table, source)] : [];
    draft.otherMappings.push({
      ...PLAIN,
      name: `m_${name}_${index}`,
      ends: [end(name, far.columns, to), end(inverse, near.columns, from)],
      items: table.columns.map((column) => ({ value: column.name, name: column.name })),
      isOpaque: dice.chance(10),
      isDistinct: dice.chance(10),
      from: table.name,
      where: condition,
    });
  }
}

/** Adds multi-value properties from tables with a reference or from the tables of entities. */
function addValueMappings(draft: Draft): void {
  const { dice } = draft;
  for (const family of draft.families.filter(() => dice.chance(45))) {
    const ends = draft.tables.flatMap((table) => [
      ...table.references.map((end) => ({ table, columns: end.columns, domain: tableOf(draft, end.table)?.domain ?? [] })),
      ...(table.key.length > 0 && dice.chance(25) ? [{ table, columns: table.key, domain: table.domain }] : []),
    ]); // prettier-ignore
    const end = dice.find(
      ends.filter(({ domain, table }) => sameDomain(domain, family.domain) && table.data.length > 0),
    );
    if (end === undefined) continue;
    const value = dice.pick(end.table.data);
    const concept = dice.pick(family.concepts);
    const name = `v_${family.name}`;
    const type = value.type === 'decimal' ? 'decimal(10,2)' : value.type;
    draft.properties.set(name, { name, type: value.type });
    concept.constraints.push(`CONSTRAINT \`${name}\` MULTIVALUE ${type}`);
    const keys = family.key.map((key, index) => ({ value: end.columns[index] ?? '', name: key }));
    draft.otherMappings.push({ ...PLAIN, name: `m_${name}`, into: [concept.name], items: [...keys, { value: value.name, name }], from: end.table.name }); // prettier-ignore
  }
}

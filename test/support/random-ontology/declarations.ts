import { printMappingQuery, type Declaration, type MappingDefinition, type OntologyDefinition } from './definitions';
import type { Draft, EntityMapping } from './draft';
import type { ReferenceProperty } from './relationships';

/** Adds possible declarations to the mappings, true or not; the caller drops those with a counterexample. */
export function withDeclarations(draft: Draft, references: readonly ReferenceProperty[]): readonly MappingDefinition[] {
  const { mappings, otherMappings, dice } = draft;
  const declared = mappings.map((mapping) => {
    const isPlain = mapping.where.length === 0 && !mapping.from.includes(' ') && !mapping.isOpaque;
    const declarations = declarationsOf(mapping, mappings, references)
      .filter((declaration) => isNamed(mapping, mappings, declaration))
      .filter(() => dice.chance(isPlain ? 15 : 45));
    return { ...mapping, declarations };
  });
  return [...declared, ...otherMappings];
}

function declarationsOf(
  mapping: EntityMapping,
  all: readonly EntityMapping[],
  references: readonly ReferenceProperty[],
): readonly Declaration[] {
  const { key } = mapping.family;
  const names = new Set(mapping.items.map(({ name }) => name));
  const kin = all.filter((other) => other.family === mapping.family && other.name !== mapping.name);
  const given = references.filter(({ properties }) => properties.every((name) => names.has(name)));
  return [
    { kind: 'unique', columns: key },
    ...[...names].map((name): Declaration => ({ kind: 'not-null', columns: [name] })),
    ...kin.flatMap(({ name }): readonly Declaration[] => [
      { kind: 'foreign-key', columns: key, mapping: name, targetColumns: key },
      { kind: 'disjoint', columns: key, mapping: name },
    ]),
    ...given.flatMap(
      ({ properties, target }) =>
      all
        .filter((other) => other.family === target)
        .map((other): Declaration => ({ kind: 'foreign-key', columns: properties, mapping: other.name, targetColumns: target.key })), // prettier-ignore
    ),
  ];
}

/** Reports whether both mappings of a declaration have its columns. */
function isNamed(
  own: MappingDefinition,
  all: readonly MappingDefinition[],
  { columns, mapping, targetColumns = columns }: Declaration,
): boolean {
  const other = all.find(({ name }) => name === mapping);
  return gives(own, columns) && (other === undefined || gives(other, targetColumns));
}

/** Returns SQL that finds a row that contradicts a declaration; undefined when the declaration names a missing column or mapping. */
export function counterexampleOf(
  { mappings }: OntologyDefinition,
  mapping: MappingDefinition,
  declaration: Declaration,
): string | undefined {
  const { kind, columns, targetColumns = columns } = declaration;
  const rows = `(${printMappingQuery(mapping)}) q`;
  const known = columns.map((name) => `q.${name} IS NOT NULL`).join(' AND ');
  if (!gives(mapping, columns)) return undefined;
  if (kind === 'not-null') return `SELECT 1 FROM ${rows} WHERE NOT (${known}) LIMIT 1`;
  if (kind === 'unique')
    return `SELECT 1 FROM ${rows} WHERE ${known} GROUP BY ${columns.join(', ')} HAVING COUNT(*) > 1 LIMIT 1`;
  const other = mappings.find(({ name }) => name === declaration.mapping);
  if (other === undefined || !gives(other, targetColumns)) return undefined;
  const equal = columns.map((name, index) => `q.${name} = r.${targetColumns[index] ?? ''}`).join(' AND ');
  const found = `EXISTS (SELECT 1 FROM (${printMappingQuery(other)}) r WHERE ${equal})`;
  return `SELECT 1 FROM ${rows} WHERE ${known} AND ${kind === 'foreign-key' ? `NOT ${found}` : found} LIMIT 1`;
}

function gives({ items }: MappingDefinition, columns: readonly string[]): boolean {
  return columns.every((column) => items.some(({ name }) => name === column));
}

/**
 * Returns SQL that finds an entity with several rows, whose measures would be those of any of them. With `duplicates` = 'remove' only
 * one mapping can repeat it.
 */
export function repetitionsOf({ mappings, removesDuplicates }: OntologyDefinition): readonly string[] {
  const keyed = mappings
    .filter(
      ({ into, items, isKeyless }) =>
        into.length > 0 && isKeyless !== true && !items.some(({ name }) => name.startsWith('v_')),
    )
    .map((mapping) => ({
      mapping,
      key: mapping.items.map(({ name }) => name).filter((name) => /^f\d+_k\d$/.test(name)),
    }));
  const groups = removesDuplicates
    ? keyed.map((one) => [one])
    : [...new Set(keyed.map(({ key }) => key.join()))].map((text) => keyed.filter(({ key }) => key.join() === text));
  return groups.map((group) => {
    const key = group[0]?.key ?? [];
    const rows = group.map(({ mapping }) => `SELECT ${key.join(', ')} FROM (${printMappingQuery(mapping)}) r`);
    const known = key.map((name) => `q.${name} IS NOT NULL`).join(' AND ');
    return `SELECT 1 FROM (${rows.join(' UNION ALL ')}) q WHERE ${known} GROUP BY ${key.join(', ')} HAVING COUNT(*) > 1 LIMIT 1`;
  });
}

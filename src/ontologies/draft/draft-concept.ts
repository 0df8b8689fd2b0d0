import { type CreateConcept, type ForeignKeyConstraint, type MultiReferenceConstraint } from '../../compiler/statement';
import { guessLabel } from './guess-label';
import { type NamedLink, type NamedReference, type Relationships } from './name-relationships';
import { type NamedTable, namesOf } from './named-table';
import { toIdentifiers } from './ontology-name';

/** Returns CREATE CONCEPT for a table with this key, in the names of the data source, and with the relationships that start there. */
export function draftConcept(
  table: NamedTable,
  key: readonly string[],
  { references, links }: Relationships,
): CreateConcept {
  return {
    kind: 'create-concept',
    orReplace: false,
    name: { name: table.name },
    columns: table.columns.map(({ name, type }) => ({ name: { name }, type, measure: false })),
    primaryKey: toIdentifiers(namesOf(table, key)),
    label: toIdentifiers(guessLabel(table)),
    constraints: [
      ...references.filter(({ from }) => from === table).map(foreignKey),
      ...links.filter(({ ends }) => ends[0].to === table).map(multiReference),
    ],
    parents: [],
    tags: [],
  };
}

function foreignKey({ from, to, key, name, inverse }: NamedReference): ForeignKeyConstraint {
  return {
    kind: 'foreign-key',
    name: { name },
    columns: toIdentifiers(namesOf(from, key.columns)),
    target: { name: to.name },
    targetColumns: toIdentifiers(namesOf(to, key.targetColumns)),
    inverse: { name: inverse },
  };
}

function multiReference({ ends: [back, forth] }: NamedLink): MultiReferenceConstraint {
  return {
    kind: 'multi-reference',
    name: { name: forth.name },
    target: { name: forth.to.name },
    inverse: { name: back.name },
  };
}

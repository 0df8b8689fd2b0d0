import { type CreateConcept, type CreateMapping } from '../../compiler/statement';
import { type Expression, type SelectItem, type Source, type Written } from '../../model';
import { draftConcept } from './draft-concept';
import { draftMapping, tableOf } from './draft-mapping';
import { type DraftedStatement } from './drafted-statement';
import { findKey } from './find-key';
import { type NamedReference, type Relationships } from './name-relationships';
import { type NamedColumn, type NamedTable } from './named-table';
import { toIdentifiers } from './ontology-name';

/**
 * Returns INHERITS as comments for each table whose primary key is a foreign key as a whole: its rows may be a kind of the other entities,
 * or only belong to them, which the data source does not say.
 */
export function proposeInheritance(ontology: string, relationships: Relationships): readonly DraftedStatement[] {
  const found = relationships.references.filter((reference) => isWholeKey(reference, relationships));
  if (found.length === 0) return [];
  const setting = { name: { name: 'duplicates' }, value: 'remove' };
  const once = 'An entity of both tables is returned once, as the more specific one:';
  return [
    ...found.flatMap((reference) => propose(reference, relationships)),
    { notes: [once], statement: { kind: 'alter-ontology', name: { name: ontology }, setting }, isOff: true },
  ];
}

function isWholeKey({ from, to, key }: NamedReference, { references }: Relationships): boolean {
  const refersBack = references.some((other) => other.from === to && other.to === from);
  return (
    from !== to &&
    !refersBack &&
    areEqual(findKey(from.source).columns, key.columns) &&
    areEqual(findKey(to.source).columns, key.targetColumns)
  );
}

function areEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((column) => b.includes(column));
}

function propose(reference: NamedReference, relationships: Relationships): DraftedStatement[] {
  const { from, to } = reference;
  const { references, links } = relationships;
  const notes = [
    `The key of \`${from.name}\` is that of \`${to.name}\`. If each \`${from.name}\` is a \`${to.name}\`, and does not only belong to one,`,
    `uncomment these statements, which replace the relationship \`${reference.name}\` by inheritance:`,
  ];
  const own = from.columns.filter((column) => findIn(to, column) === undefined);
  const taken = new Set(references.filter((other) => other.from === to).map(({ name }) => name));
  const others = references.filter((other) => other !== reference && !(other.from === from && taken.has(other.name)));
  const plain = draftConcept({ ...from, columns: own }, [], { references: [], links: [] });
  const { constraints } = draftConcept(from, [], { references: others, links });
  const concept: CreateConcept = {
    ...plain,
    orReplace: true,
    label: [],
    constraints,
    parents: toIdentifiers([to.name]),
  };
  return [
    { notes, statement: concept, isOff: true },
    { notes: [], statement: joinedMapping(reference), isOff: true },
  ];
}

function findIn({ columns }: NamedTable, { name }: NamedColumn): NamedColumn | undefined {
  return columns.find((column) => column.name === name);
}

/** Returns the mapping of the more specific table, with the columns of the other one, for the rows that are in both. */
function joinedMapping({ from, to, key }: NamedReference): CreateMapping {
  const inherited = to.columns.filter((column) => findIn(from, column) === undefined);
  const items = [from, to].flatMap((table) =>
    (table === from ? from.columns : inherited).map(({ source, name }): SelectItem<Written> => {
      return { expression: columnOf(table, source.name), alias: { name } };
    }),
  );
  const equalities = key.columns.map((column, index): Expression<Written> => {
    const [left, right] = [columnOf(from, column), columnOf(to, key.targetColumns[index] ?? '')];
    return { kind: 'binary', operator: '=', left, right };
  });
  const on = equalities.reduce((left, right) => ({ kind: 'binary', operator: 'and', left, right }));
  const [left, right] = [tableOf(from), tableOf(to)];
  const source: Source<Written> = { kind: 'join', join: 'inner', natural: false, left, right, on };
  return { ...draftMapping(from, { items, from: source }), orReplace: true };
}

function columnOf({ source }: NamedTable, column: string): Expression<Written> {
  return { kind: 'reference', reference: { parts: toIdentifiers([source.name, column]) } };
}

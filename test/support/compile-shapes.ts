import { family, type LargeConcept, type LargeOntology } from './large-ontology';

/** A statement with the name of its shape. */
export interface Shape {
  readonly name: string;
  readonly sql: string;
}

/** Returns about twenty shapes: over a leaf, over its parents, along paths, of measures, of a logic concept, of a cube. */
export function shapesOf(large: LargeOntology): readonly Shape[] {
  const leaf = findLeaf(large.concepts);
  const top = topOf(leaf);
  return [...leafShapes(leaf), ...pathShapes(leaf, top), ...familyShapes(large, leaf, top)].map(([name, sql]) => ({
    name,
    sql,
  }));
}

type Named = readonly [name: string, sql: string];

/** Returns the first concept on the lowest level with a reference. */
function findLeaf(concepts: readonly LargeConcept[]): LargeConcept {
  const isLeaf = (concept: LargeConcept): boolean => family(concepts, concept).length === 1 && !concept.isLogic;
  const leaf = concepts.find((concept) => concept.reference !== undefined && isLeaf(concept));
  if (leaf === undefined) throw new Error('this ontology has no leaf with a reference');
  return leaf;
}

export function topOf(concept: LargeConcept): LargeConcept {
  return concept.parent === undefined ? concept : topOf(concept.parent);
}

function leafShapes({ name, root }: LargeConcept): readonly Named[] {
  const from = `FROM dsvc.\`${name}\``;
  const [key, label, amount, above] = [root.key, root.label, root.amount, root.above].map(
    (known) => `\`${known.name}\``,
  );
  const [total, large, share] = root.measures.map((measure) => `\`measure.${measure}\``);
  return [
    ['leaf: all columns', `SELECT * ${from}`],
    ['leaf: one by key', `SELECT entity_id, ${label} ${from} WHERE ${key} = 7`],
    ['leaf: one by entity_id', `SELECT entity_label ${from} WHERE entity_id = '7'`],
    ['leaf: conditions', `SELECT ${label} ${from} WHERE note = 'x' AND (${amount} > 5 OR ${label} LIKE 'p%')`],
    ['leaf: page', `SELECT * ${from} ORDER BY note LIMIT 20`],
    ['leaf: count', `SELECT COUNT(*) ${from}`],
    ['leaf: group', `SELECT note, COUNT(*) AS n ${from} GROUP BY note HAVING COUNT(*) > 1 ORDER BY n DESC`],
    ['leaf: sub-query', `SELECT note ${from} WHERE ${key} IN (SELECT ${above} ${from} WHERE note = 'x')`],
    ['leaf: window', `SELECT note, ROW_NUMBER() OVER (PARTITION BY note ORDER BY ${amount}) AS r ${from}`],
    ['leaf: many values', `SELECT note, \`${root.multiValue}\` ${from}`],
    ['leaf: calculated', `SELECT \`${root.calculated}\` ${from} WHERE \`${root.calculated}\` > 3`],
    ['leaf: measures', `SELECT note, ${total}, ${large}, ${share} ${from}`],
  ];
}

function pathShapes({ name, root, reference }: LargeConcept, top: LargeConcept): readonly Named[] {
  const from = `FROM dsvc.\`${name}\``;
  const target = reference?.target ?? top;
  const step = `${reference?.name ?? ''}[${target.name}]`;
  return [
    ['path: one step', `SELECT \`${step}.${target.root.label.name}\` ${from}`],
    ['path: filtered', `SELECT note ${from} WHERE \`${step}.${target.root.amount.name}\` > 3`],
    ['path: up to 3 steps', `SELECT \`${root.partOf}[${top.name}*3].${root.label.name}\` ${from}`],
    ['path: link column', `SELECT \`${root.linkedTo}[${root.next?.name ?? ''}]_position\` ${from}`],
  ];
}

function familyShapes({ concepts }: LargeOntology, leaf: LargeConcept, top: LargeConcept): readonly Named[] {
  const from = `FROM dsvc.\`${top.name}\``;
  const logic = concepts.find((concept) => concept.isLogic && concept.root === leaf.root);
  return [
    ['parent: all columns', `SELECT * FROM dsvc.\`${leaf.parent?.name ?? ''}\``],
    ['logic concept', `SELECT * FROM dsvc.\`${logic?.name ?? leaf.name}\``],
    ['family: one type', `SELECT entity_id ${from} WHERE entity_type = '${leaf.name}'`],
    ['family: page', `SELECT entity_id, note ${from} WHERE note = 'x' ORDER BY note LIMIT 20`],
    ['family: all columns', `SELECT * ${from}`],
    ['family: cube', `SELECT * FROM vsvc.\`cube ${top.index}\``],
    ['thing: count', 'SELECT COUNT(*) FROM dsvc.thing'],
  ];
}

import type { Property } from '../../../src/model';
import { ontologyOf } from '../compile';
import { addConcepts } from './concepts';
import { printCondition, randomCondition } from './conditions';
import { withDeclarations } from './declarations';
import { printOntology, type ConceptDefinition, type OntologyDefinition, type PropertyDefinition } from './definitions';
import type { Dice } from './dice';
import { define, type Draft } from './draft';
import { addMappings } from './mappings';
import { Reader } from './readable';
import { addRelationships } from './relationships';
import { randomTables, type TableDraft } from './tables';

export interface RandomOntology {
  readonly tables: readonly TableDraft[];
  readonly ontology: OntologyDefinition;
}

/** The role of the caller to which policies apply. */
export const ROLE = 'guest';

/** Generates a small database and an ontology over it. */
export function randomOntology(dice: Dice): RandomOntology {
  const tables = randomTables(dice);
  const draft: Draft = {
    dice,
    hasKeyless: dice.chance(30),
    tables,
    properties: new Map(),
    families: [],
    concepts: [],
    mappings: [],
    otherMappings: [],
  };
  addConcepts(draft);
  const relationships = addRelationships(draft);
  addMappings(draft, relationships);
  const given = {
    removesDuplicates: dice.chance(50),
    allowsKeyless: draft.hasKeyless,
    properties: [...draft.properties.values()],
    concepts: draft.concepts.map(define),
    mappings: withDeclarations(draft, relationships.references),
    others: [],
  };
  return { tables, ontology: withPolicies(dice, withLogic(dice, withCalculations(dice, given))) };
}

/** Adds calculated properties and measures, each to one concept with the properties that it uses. */
function withCalculations(dice: Dice, ontology: OntologyDefinition): OntologyDefinition {
  const model = ontologyOf(printOntology(ontology));
  const added = ontology.concepts.map(({ name }, index): readonly PropertyDefinition[] => {
    const concept = model.concepts.get(name);
    const known = concept?.properties.flatMap((key) => model.properties.get(key) ?? []) ?? [];
    const single = known.filter(({ isMultiValue }) => !isMultiValue);
    if (single.length === 0 || concept?.primaryKey.length === 0) return [];
    return [
      ...(dice.chance(30) ? [calculated(dice, `calc_${index + 1}`, dice.pick(single))] : []),
      ...(dice.chance(40) ? [measured(dice, `meas_${index + 1}`, single)] : []),
    ];
  });
  return {
    ...ontology,
    properties: [...ontology.properties, ...added.flat()],
    concepts: ontology.concepts.map((concept, index) => {
      const names = added[index]?.map(({ name }) => name) ?? [];
      return { ...concept, properties: [...concept.properties, ...names] };
    }),
  };
}

function calculated(dice: Dice, name: string, { name: source, type }: Property): PropertyDefinition {
  const sum = type.name === 'integer' ? [`\`${source}\` + 1`] : [];
  return {
    name,
    type: 'integer',
    calculation: dice.pick([`CASE WHEN \`${source}\` IS NULL THEN 1 ELSE 2 END`, ...sum]),
  };
}

function measured(dice: Dice, name: string, properties: readonly Property[]): PropertyDefinition {
  const source = dice.pick(properties);
  const filter = dice.chance(35) ? ` WHERE \`${source.name}\` IS NOT NULL` : '';
  const number = dice.find(properties.filter(({ type }) => type.name === 'integer' || type.name === 'decimal'));
  if (number === undefined || dice.chance(50)) {
    const calculation = `COUNT(${dice.pick(['', 'DISTINCT '])}\`${source.name}\`)${filter}`;
    return { name, type: 'integer', calculation, isMeasure: true };
  }
  const type = number.type.name === 'decimal' ? 'decimal' : 'integer';
  return { name, type, calculation: `${dice.pick(['SUM', 'MAX'])}(\`${number.name}\`)${filter}`, isMeasure: true };
}

/** Adds logic concepts over properties and over paths, also over each other. */
function withLogic(dice: Dice, ontology: OntologyDefinition): OntologyDefinition {
  let grown = ontology;
  const count = dice.pick([0, 1, 1, 2, 3]);
  for (let index = 1; index <= count; index++) {
    const reader = new Reader(ontologyOf(printOntology(grown)), dice, 1);
    const known = reader.concepts.filter(({ primaryKey }) => primaryKey.length > 0);
    const from = dice.find(known);
    if (from === undefined) break;
    const schema = dice.pick(['svc', 'dsvc'] as const);
    const where = printCondition(randomCondition(reader, [{ concept: from, alias: '', schema }], 1));
    const above = dice.chance(20) ? dice.find(from.ancestors.flatMap((key) => reader.ontology.concepts.get(key) ?? [])) : undefined; // prettier-ignore
    const concept: ConceptDefinition = {
      name: `logic${index}`,
      parents: [(above ?? from).name],
      properties: [], key: [], label: [], constraints: [],
      logic: `FROM ${schema}.${from.name} WHERE ${where}`,
    }; // prettier-ignore
    const next = { ...grown, concepts: [...grown.concepts, concept] };
    if (isSound(next)) grown = next;
  }
  return grown;
}

function withPolicies(dice: Dice, ontology: OntologyDefinition): OntologyDefinition {
  const reader = new Reader(ontologyOf(printOntology(ontology)), dice, 1);
  const others: string[] = [];
  const concept = dice.find(reader.concepts);
  if (concept !== undefined && dice.chance(15)) {
    const where = printCondition(randomCondition(reader, [{ concept, alias: '', schema: 'dsvc' }], 1));
    others.push(`CREATE POLICY \`rows\` FILTER \`${concept.name}\` WHERE ${where} TO ROLE \`${ROLE}\``);
  }
  if (dice.chance(10)) {
    const property = dice.pick(ontology.properties.filter(({ calculation }) => calculation === undefined)).name;
    others.push(`CREATE POLICY \`mask\` MASK PROPERTY \`${property}\` WITH ${dice.pick(["constant('a')", 'partial(1, 0)', 'hash()', 'null()'])}`); // prettier-ignore
  }
  const sound = others.filter((other) => isSound({ ...ontology, others: [other] }));
  return { ...ontology, others: sound };
}

function isSound(ontology: OntologyDefinition): boolean {
  try {
    ontologyOf(printOntology(ontology));
    return true;
  } catch {
    return false;
  }
}

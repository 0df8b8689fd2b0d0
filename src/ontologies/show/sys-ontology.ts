import { printExpression } from '../../compiler/statement';
import { type Concept, nameKey, type Ontology, quoteName } from '../../model';
import { modelRows, type ModelRows, orNull } from './model-rows';

/** Returns the names of properties, separated by commas. */
export function namesOf(ontology: Ontology, keys: readonly string[]): string {
  return keys.map((key) => ontology.properties.get(key)?.name ?? key).join(',');
}

/** Returns the rows of `sys_ontology`, which are also the `ontology` of GET get_ontology. */
export function sysOntology(ontology: Ontology): ModelRows {
  const columns = {
    concept: 'string',
    inheritance: 'string',
    inheritance_level: 'integer',
    primary_keys: 'string',
    label_keys: 'string',
    description: 'string',
    query: 'string',
  } as const;
  const levels = new Map<string, number>();
  const rows = [...ontology.concepts.values()].map((concept) => [
    concept.name,
    concept.parents.join(','),
    levelOf(concept, ontology, levels),
    namesOf(ontology, concept.primaryKey),
    namesOf(ontology, concept.label),
    orNull(concept.description),
    printCondition(ontology, concept),
  ]);
  return modelRows(columns, rows);
}

/** Returns the length of the longest path to the root. */
function levelOf(concept: Concept, ontology: Ontology, known: Map<string, number>): number {
  const key = nameKey(concept.name);
  const found = known.get(key);
  if (found !== undefined) return found;
  const above = concept.parents.flatMap((parent) => ontology.concepts.get(nameKey(parent)) ?? []);
  const level = above.length === 0 ? 0 : 1 + Math.max(...above.map((parent) => levelOf(parent, ontology, known)));
  known.set(key, level);
  return level;
}

function printCondition(ontology: Ontology, { logic }: Concept): string | null {
  if (logic === undefined) return null;
  const from = [logic.schema, ontology.concepts.get(logic.from)?.name ?? logic.from].filter((part) => part !== '');
  const where = logic.where === undefined ? '' : ` WHERE ${printExpression(logic.where)}`;
  return `FROM ${from.map(quoteName).join('.')}${where}`;
}

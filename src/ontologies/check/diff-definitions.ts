import { type OntologyDefinitions, printOntology } from '../../compiler/ontology';
import { parseStatements, type Statement } from '../../compiler/statement';
import { nameKey } from '../../model';

/** A definition that two versions do not have alike, as statements of SHOW CREATE ONTOLOGY. */
export interface Difference {
  readonly object: string;
  readonly change: 'added' | 'changed' | 'dropped';
  readonly before: string | null;
  readonly after: string | null;
}

/** Returns the definitions that differ: first those of `before`, in the order of its script, then those that are added. */
export function diffDefinitions(before: OntologyDefinitions, after: OntologyDefinitions): readonly Difference[] {
  const [earlier, later] = [textsOf(before), textsOf(after)];
  const known = [...earlier].flatMap(([object, text]): Difference[] => {
    const now = later.get(object) ?? null;
    if (now === text) return [];
    return [{ object, change: now === null ? 'dropped' : 'changed', before: text, after: now }];
  });
  const added = [...later].filter(([object]) => !earlier.has(object));
  return [
    ...known,
    ...added.map(([object, text]): Difference => ({ object, change: 'added', before: null, after: text })),
  ];
}

/** Returns the statements of the script of an ontology by what they define. */
function textsOf(definitions: OntologyDefinitions): ReadonlyMap<string, string> {
  const script = printOntology(definitions);
  return new Map(
    parseStatements(script).map((statement) => [objectOf(statement), script.slice(statement.at, statement.end)]),
  );
}

const KINDS: Partial<Record<Statement['kind'], string>> = {
  'create-ontology': 'ontology',
  'create-datasource': 'data source',
  'create-property': 'property',
  'create-measure': 'measure',
  'create-concept': 'concept',
  'create-mapping': 'mapping',
  'create-view': 'view',
  'create-mask-policy': 'policy',
  'create-filter-policy': 'policy',
};

/** Returns what a statement of a script is about, such as concept `city`. */
function objectOf(statement: Statement): string {
  if (statement.kind === 'alter-ontology') return `setting \`${nameKey(statement.setting.name.name)}\``;
  if (statement.kind === 'alter-datasource') return 'default data source';
  const name = 'name' in statement ? nameKey(statement.name.name) : '';
  return `${KINDS[statement.kind] ?? statement.kind} \`${name}\``;
}

import { isModelStatement, type ModelStatement } from '../../compiler/ontology';
import { type DefinitionStatement, type DropOntology, type RestoreOntology } from '../../compiler/statement';
import { nameKey } from '../../model';

/** Consecutive statements of a request for one ontology. DROP ONTOLOGY and RESTORE ONTOLOGY are steps of their own. */
export type Step =
  | { readonly kind: 'define'; readonly ontology: string; readonly statements: ModelStatement[] }
  | { readonly kind: 'drop'; readonly ontology: string; readonly statement: DropOntology }
  | { readonly kind: 'restore'; readonly ontology: string; readonly statement: RestoreOntology };

export interface SplitSteps {
  readonly steps: readonly Step[];
  /** The ontology for the rest of the request: the one created last (docs/http-api.md). */
  readonly addressed: string;
}

/** Assigns each statement of a request to the ontology that it changes. */
export function splitSteps(ontologyName: string, statements: readonly DefinitionStatement[]): SplitSteps {
  const steps: Step[] = [];
  let addressed = ontologyName;
  for (const statement of statements) {
    if (statement.kind === 'create-ontology') addressed = statement.name.name;
    if (isModelStatement(statement)) addModelStatement(steps, addresseeOf(statement, addressed), statement);
    else if (statement.kind === 'drop-ontology') steps.push({ kind: 'drop', ontology: statement.name.name, statement });
    else steps.push({ kind: 'restore', ontology: statement.name.name, statement });
  }
  return { steps, addressed };
}

function addresseeOf(statement: ModelStatement, addressed: string): string {
  return statement.kind === 'alter-ontology' ? statement.name.name : addressed;
}

function addModelStatement(steps: Step[], ontology: string, statement: ModelStatement): void {
  const last = steps.at(-1);
  if (last?.kind === 'define' && nameKey(last.ontology) === nameKey(ontology)) last.statements.push(statement);
  else steps.push({ kind: 'define', ontology, statements: [statement] });
}

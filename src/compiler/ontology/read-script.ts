import { ServiceError } from '../../errors';
import { parseStatements } from '../statement';
import { applyStatements, isModelStatement } from './apply-statements';
import { readAsTexts } from './double-quotes';
import { emptyDefinitions, type OntologyDefinitions } from './ontology-definitions';
import { withOwnSchemas } from './schema-names';

/**
 * The definitions that a script of `printOntology` makes, which is how a stored version is read back. Only versions that
 * were stored before names were printed in backticks hold double quotes in mappings, and keep the reading of that time.
 */
export function readScript(script: string, serviceName = 'svc'): OntologyDefinitions {
  const statements = parseStatements(script);
  forgetPlaces(statements);
  const model = statements
    .filter((statement) => isModelStatement(statement))
    .map((statement) => withOwnSchemas(statement, serviceName))
    .map((statement) => (statement.kind === 'create-mapping' ? readAsTexts(statement) : statement));
  if (model.length === statements.length) return applyStatements(emptyDefinitions(''), model, serviceName);
  throw new ServiceError('statement_not_allowed', 'a script of an ontology holds definition statements only');
}

/**
 * Removes from a tree, in place, the offsets in the text that it was parsed from, so that no error points into a text that
 * no client sent.
 */
function forgetPlaces(tree: unknown): void {
  if (tree === null || typeof tree !== 'object') return;
  const node = tree as Record<string, unknown>;
  for (const key in node) {
    if (key === 'at') node.at = undefined;
    else forgetPlaces(node[key]);
  }
}

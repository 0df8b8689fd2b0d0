import { ServiceError } from '../../errors';
import { parseStatements } from '../statement';
import { applyStatements, isModelStatement } from './apply-statements';
import { readAsTexts } from './double-quotes';
import { emptyDefinitions, type OntologyDefinitions } from './ontology-definitions';
import { withOwnSchemas } from './schema-names';

/**
 * Returns the definitions in a script of `printOntology`, for example a stored version. Only versions stored before
 * names were printed in backticks contain double quotes in mappings; they keep the former interpretation.
 */
export function readScript(script: string, serviceName = 'svc'): OntologyDefinitions {
  const statements = parseStatements(script);
  forgetPlaces(statements);
  const model = statements
    .filter((statement) => isModelStatement(statement))
    .map((statement) => withOwnSchemas(statement, serviceName))
    .map((statement) => (statement.kind === 'create-mapping' ? readAsTexts(statement) : statement));
  if (model.length === statements.length) return applyStatements(emptyDefinitions(''), model, serviceName);
  throw new ServiceError('statement_not_allowed', 'a script of an ontology can contain only definition statements');
}

/** Removes all offsets from a tree, in place, so that no error refers to a position in a script that no client sent. */
function forgetPlaces(tree: unknown): void {
  if (tree === null || typeof tree !== 'object') return;
  const node = tree as Record<string, unknown>;
  for (const key in node) {
    if (key === 'at') node.at = undefined;
    else forgetPlaces(node[key]);
  }
}

import { ServiceError } from '../../errors';
import { parseStatements } from '../statement';
import { applyStatements, isModelStatement } from './apply-statements';
import { readAsTexts } from './double-quotes';
import { forgetPlaces } from './forget-places';
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

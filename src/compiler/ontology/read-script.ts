import { ServiceError } from '../../errors';
import { parseStatements } from '../statement';
import { applyStatements, isModelStatement } from './apply-statements';
import { forgetPlaces } from './forget-places';
import { emptyDefinitions, type OntologyDefinitions } from './ontology-definitions';
import { withOwnSchemas } from './schema-names';

/** The definitions that a script of `printOntology` makes, which is how a stored version is read back. */
export function readScript(script: string, serviceName = 'svc'): OntologyDefinitions {
  const statements = parseStatements(script);
  forgetPlaces(statements);
  const model = statements
    .filter((statement) => isModelStatement(statement))
    .map((statement) => withOwnSchemas(statement, serviceName));
  if (model.length === statements.length) return applyStatements(emptyDefinitions(''), model, serviceName);
  throw new ServiceError('statement_not_allowed', 'a script of an ontology holds definition statements only');
}

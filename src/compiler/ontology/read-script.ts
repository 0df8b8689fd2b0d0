import { ServiceError } from '../../errors';
import { parseStatements } from '../statement';
import { applyStatements, isModelStatement } from './apply-statements';
import { emptyDefinitions, type OntologyDefinitions } from './ontology-definitions';

/** The definitions that a script makes, which is how a stored version is read back. */
export function readScript(script: string): OntologyDefinitions {
  const statements = parseStatements(script);
  const model = statements.filter((statement) => isModelStatement(statement));
  if (model.length === statements.length) return applyStatements(emptyDefinitions(''), model);
  throw new ServiceError('statement_not_allowed', 'a script of an ontology holds definition statements only');
}

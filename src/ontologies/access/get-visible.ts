import { ServiceError, suggest } from '../../errors';
import { allows, type Caller, nameKey } from '../../model';
import { type OntologyHead } from '../store/ontologies.repository';

/** The ontology of this name; what the caller has no ACCESS to does not exist for them (spec 2, "Errors"). */
export function getVisible(heads: readonly OntologyHead[], caller: Caller, name: string): OntologyHead {
  const visible = heads.filter((head) => allows(caller, 'ACCESS', { kind: 'ontology', ontology: head.name }));
  const found = visible.find((head) => nameKey(head.name) === nameKey(name));
  if (found !== undefined) return found;
  const names = visible.map((head) => head.name);
  throw new ServiceError('ontology_unknown', `unknown ontology "${name}"`, { hint: suggest(name, names) });
}

import { ServiceError, suggest } from '../../errors';
import { allows, type Caller } from '../../model';
import { type HeadList } from './heads';
import { type OntologyHead } from './ontologies.repository';

/** Returns the ontology of this name. Without ACCESS to it, the caller receives the same error as for an unknown name (docs/errors.md). */
export function getVisible(list: HeadList, caller: Caller, name: string): OntologyHead {
  const found = findVisible(list, caller, name);
  if (found !== undefined) return found;
  const names = listVisible(list, caller).map((head) => head.name);
  throw new ServiceError('ontology_unknown', `unknown ontology "${name}"`, { hint: suggest(name, names) });
}

/** Returns the same as `getVisible`, but undefined instead of an error. */
export function findVisible(list: HeadList, caller: Caller, name: string): OntologyHead | undefined {
  const found = list.find(name);
  return found !== undefined && isVisible(caller, found) ? found : undefined;
}

/** Returns the ontologies that the caller has ACCESS to. */
export function listVisible({ heads }: HeadList, caller: Caller): readonly OntologyHead[] {
  return heads.filter((head) => isVisible(caller, head));
}

function isVisible(caller: Caller, { name }: OntologyHead): boolean {
  return allows(caller, 'ACCESS', { kind: 'ontology', ontology: name });
}

import type { Result, Service } from '../api/service';
import { type Loaded, useLoaded } from './use-loaded';

/** Runs a statement, again when it or one of `inputs` changes. */
export function useQuery(
  service: Service,
  ontology: string,
  statement: string,
  ...inputs: readonly unknown[]
): Loaded<Result> {
  return useLoaded((signal) => service.query(ontology, statement, signal), [service, ontology, statement, ...inputs]);
}

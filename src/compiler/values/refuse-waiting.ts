import { ServiceError } from '../../errors';
import { nameKey, type Ontology } from '../../model';

/** The parts of a path and of a measure at its end. */
const PARTS = /[^.[\]*]+/g;

/** Runs `work`. Replaces the error for an unknown name by the reason why it is not part of the ontology yet, if there is one. */
export function explainWaiting<T>(ontology: Ontology, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.details.unknown === undefined) throw error;
    throw findWaiting(ontology, error.details.unknown, error.details.offset) ?? error;
  }
}

/** Returns the error for a name, or a path with a part, that is not part of the ontology until another definition exists. */
export function findWaiting({ waiting }: Ontology, unknown: string, offset?: number): ServiceError | undefined {
  const parts = unknown.match(PARTS) ?? [];
  const reason = parts.map((part) => waiting.names.get(nameKey(part))).find((found) => found !== undefined);
  return reason === undefined ? undefined : missingDefinition(reason, offset);
}

/** Rejects reading a concept some of whose entities come from definitions that wait for others. */
export function refuseWaitingEntities({ waiting }: Ontology, concept: string): void {
  const reason = waiting.entities.get(nameKey(concept));
  if (reason !== undefined) throw missingDefinition(`"${concept}" is incomplete: ${reason}`);
}

function missingDefinition(message: string, offset?: number): ServiceError {
  return new ServiceError('plan_missing_definition', message, {
    hint: 'define what is missing',
    ...(offset !== undefined && { offset }),
  });
}

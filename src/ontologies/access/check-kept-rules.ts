import { buildOntology } from '../../compiler/ontology';
import {
  type GuardedModel,
  maskDecisions,
  newFilteredReadings,
  rowRuleMeanings,
  trueReadings,
  type TrueReading,
} from '../../compiler/plan';
import { ServiceError } from '../../errors';
import { allows, type Caller } from '../../model';
import { type Workspace } from '../change/workspace';
import { requireRight } from './check-statement-rights';

type After = Omit<GuardedModel, 'mappings'>;

/**
 * Who sees masks may not change the model so that anybody learns more of what is masked: only an author with UNMASK may
 * let conditions, keys, relationships and calculations under a policy read something sensitive or change what those that
 * do so mean, and change which mask is put on a value (spec 2, "Sensitive columns"). What row policies mean takes ADMIN,
 * as they do, and so does a condition that reads what they filter. Mappings are compared by name: to make one takes ADMIN
 * on the data source, which sees all of it.
 */
export function checkKeptRules(author: Caller, after: After, { before }: Workspace): void {
  const resource = { kind: 'ontology', ontology: after.ontology.name } as const;
  const seesAll = allows(author, 'UNMASK', resource);
  if (seesAll && allows(author, 'ADMIN', resource)) return;
  const earlier = buildOntology(before, '', after.serviceName);
  const mappings = new Set([...earlier.mappings.keys()].filter((key) => after.ontology.mappings.has(key)));
  const from = { ...after, ontology: earlier, mappings };
  const to = { ...after, mappings };
  if (!seesAll) {
    checkReadings(from, to);
    checkMasks(from, to);
  }
  if (allows(author, 'ADMIN', resource)) return;
  const [reading] = newFilteredReadings(from, to);
  if (reading !== undefined) {
    const why = `${reading.what}, which policy "${reading.policy}" filters`;
    requireRight(author, 'ADMIN', resource, `ontology "${after.ontology.name}": ${why}`);
  }
  const changed = findChangedPolicy(from, to);
  if (changed !== undefined)
    requireRight(author, 'ADMIN', resource, `ontology "${after.ontology.name}": it changes policy "${changed}"`);
}

/** A policy that is gone, with what it named, or that filters other rows. */
function findChangedPolicy(from: GuardedModel, to: GuardedModel): string | undefined {
  const gone = [...from.ontology.policies].find(([key]) => !to.ontology.policies.has(key));
  if (gone !== undefined) return gone[1].name;
  const meanings = rowRuleMeanings(to);
  return [...rowRuleMeanings(from)].find(([policy, meaning]) => meanings.get(policy) !== meaning)?.[0];
}

function checkReadings(from: GuardedModel, to: GuardedModel): void {
  const known = new Map(trueReadings(from).map(({ what, meaning }) => [what, meaning]));
  const sensitive = trueReadings(to).filter(({ names }) => names.length > 0);
  const changed = sensitive.find(({ what, meaning }) => known.get(what)?.() !== meaning());
  if (changed !== undefined) throw refusalOf(changed);
}

function checkMasks(from: GuardedModel, to: GuardedModel): void {
  const decisions = maskDecisions(to);
  for (const [key, { of, text }] of maskDecisions(from)) {
    const decision = decisions.get(key);
    if (text === undefined || decision === undefined) continue;
    if (decision.text !== text) throw forbidden(`it changes how ${of} is masked`);
  }
}

function refusalOf({ what, names: [name] }: TrueReading): ServiceError {
  return forbidden(`${what} "${name?.parts.at(-1)?.name ?? ''}", which is sensitive`, name?.at);
}

function forbidden(why: string, offset?: number): ServiceError {
  return new ServiceError('auth_forbidden', `this needs the right UNMASK: ${why}`, {
    hint: 'ask somebody with UNMASK on the ontology to make this change',
    offset,
  });
}

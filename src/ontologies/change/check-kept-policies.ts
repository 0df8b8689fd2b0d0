import { buildOntology } from '../../compiler/ontology';
import {
  CompiledModel,
  findReplaced,
  maskDecisions,
  newFilteredReadings,
  rowDecisions,
  rowDecisionsToCome,
  findTrueValueUses,
  type TrueValueUse,
} from '../../compiler/disclosure';
import { masksForAnybody } from '../../compiler/rights';
import { ServiceError } from '../../errors';
import { allows, type Caller, type Ontology } from '../../model';
import { type Workspace } from './workspace';
import { requireRight } from '../rights/check-statement-rights';

/** A version of an ontology and the settings of the service. */
interface Guarded {
  readonly ontology: Ontology;
  readonly serviceName: string;
  readonly maskColumns: readonly string[];
}

/** One of two versions to compare, with the compiled mappings that both contain. */
interface Side extends Guarded {
  readonly compiled: CompiledModel;
}

/**
 * Rejects changes that could disclose masked values or filtered rows (SECURITY.md). Without UNMASK, an author may not
 * let conditions, keys, relationships and calculations under a policy read a sensitive value, change the meaning of
 * those that read one, or change the mask of a value. Without ADMIN, an author may not change the effect of a
 * filter policy or add a condition that reads what a filter policy filters. The rows of a mapping require ADMIN on its data
 * source, so the output of a single mapping is not compared.
 */
export function checkKeptPolicies(author: Caller, after: Guarded, { before }: Workspace): void {
  const resource = { kind: 'ontology', ontology: after.ontology.name } as const;
  const seesAll = allows(author, 'UNMASK', resource);
  if (seesAll && allows(author, 'ADMIN', resource)) return;
  const earlier = buildOntology(before, '', after.serviceName);
  checkMappings(author, earlier, after.ontology);
  const mappings = new Set([...earlier.mappings.keys()].filter((key) => after.ontology.mappings.has(key)));
  const [from, to] = [{ ...after, ontology: earlier }, after].map((version): Side => {
    return { ...version, compiled: new CompiledModel({ ...version, mappings }) };
  }) as [Side, Side];
  if (!seesAll) {
    checkReadings(from, to);
    checkMasks(from, to);
  }
  if (allows(author, 'ADMIN', resource)) return;
  const [reading] = newFilteredReadings(from.compiled, to.compiled);
  if (reading !== undefined) {
    const why = `${reading.what}, which policy "${reading.policy}" filters`;
    requireRight(author, 'ADMIN', resource, `ontology "${after.ontology.name}": ${why}`);
  }
  const changed = findChangedPolicy(from, to);
  if (changed !== undefined)
    requireRight(author, 'ADMIN', resource, `ontology "${after.ontology.name}": it changes ${changed}`);
}

/** Requires ADMIN on the data source of each mapping that is dropped or moved, and on the one that it is moved to. */
function checkMappings(author: Caller, { name: ontology, mappings }: Ontology, after: Ontology): void {
  for (const [key, { dataSource }] of mappings) {
    const moved = after.mappings.get(key)?.dataSource;
    if (moved === dataSource) continue;
    for (const needed of moved === undefined ? [dataSource] : [dataSource, moved])
      requireRight(author, 'ADMIN', { kind: 'datasource', ontology, dataSource: needed }, `data source "${needed}"`);
  }
}

/** Returns a description of a policy that was removed or that filters other rows, or undefined. */
function findChangedPolicy(from: Side, to: Side): string | undefined {
  const gone = [...from.ontology.policies].find(([key]) => !to.ontology.policies.has(key));
  if (gone !== undefined) return `policy "${gone[1].name}"`;
  const toCome = findReplaced(rowDecisionsToCome(from.compiled), rowDecisionsToCome(to.compiled));
  if (toCome !== undefined) return toCome.of;
  for (const mapping of to.compiled.model.mappings) {
    const replaced = findReplaced(rowDecisions(from.compiled, mapping), rowDecisions(to.compiled, mapping));
    if (replaced !== undefined) return replaced.of;
  }
  return undefined;
}

function checkReadings(from: Side, to: Side): void {
  const known = new Map(readingsOf(from).map(({ what, meaning }) => [what, meaning]));
  const sensitive = readingsOf(to).filter(({ names }) => names.length > 0);
  const changed = sensitive.find(({ what, meaning }) => known.get(what)?.() !== meaning());
  if (changed !== undefined) throw refusalOf(changed);
}

function readingsOf({ ontology, maskColumns, compiled }: Side): readonly TrueValueUse[] {
  return findTrueValueUses(compiled, masksForAnybody(ontology, maskColumns));
}

function checkMasks(from: Side, to: Side): void {
  const [masks, masksAfter] = [from, to].map(({ ontology, maskColumns }) => masksForAnybody(ontology, maskColumns));
  if (masks === undefined || masksAfter === undefined) return;
  for (const mapping of to.compiled.model.mappings) {
    const before = maskDecisions(from.compiled, masks, mapping);
    const after = maskDecisions(to.compiled, masksAfter, mapping);
    const replaced = findReplaced(before, after, ({ text }) => text === undefined);
    if (replaced !== undefined) throw forbidden(`it changes how ${replaced.of} is masked`);
  }
}

function refusalOf({ what, names: [name] }: TrueValueUse): ServiceError {
  return forbidden(`${what} "${name?.parts.at(-1)?.name ?? ''}", which is sensitive`, name?.at);
}

function forbidden(why: string, offset?: number): ServiceError {
  return new ServiceError('auth_forbidden', `this needs the right UNMASK: ${why}`, {
    hint: 'ask a user with UNMASK on the ontology to make this change',
    offset,
  });
}

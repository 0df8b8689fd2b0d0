import { ServiceError } from '../../errors';
import type { Identifier } from '../../model';
import { declaredTargets } from './collect-names';
import { ROOT_CONCEPT, type DefinitionsDraft } from './ontology-definitions';
import { listUses, type DefinitionKey } from './list-uses';
import { withoutName } from './without-name';
import { quoted, reservedRoot, unknownName } from './refusals';

/** The name and options of a DROP statement. */
export interface Drop {
  readonly name: Identifier;
  readonly cascade: boolean;
}

const MOST_USES_SHOWN = 10;

/**
 * Drops a definition. Without CASCADE, rejects the statement with a list of the dependent definitions. With CASCADE,
 * removes the reference from dependents that are valid without it (a relationship of a concept, one of several targets
 * of a mapping) and drops the other dependents.
 */
export function dropDefinition(draft: DefinitionsDraft, target: DefinitionKey, drop: Drop, serviceName: string): void {
  const uses = listUses(draft, target, serviceName);
  checkExists(draft, target, drop, uses.length > 0);
  if (uses.length > 0 && !drop.cascade) {
    const titles = uses.slice(0, MOST_USES_SHOWN).map((use) => use.title);
    if (uses.length > titles.length) titles.push(`${uses.length - titles.length} more`);
    throw new ServiceError('ontology_in_use', `${quoted(drop.name.name)} is used by ${titles.join(', ')}`, {
      hint: 'drop those first, or write CASCADE',
      offset: drop.name.at,
    });
  }
  remove(draft, target, serviceName);
}

function remove(draft: DefinitionsDraft, target: DefinitionKey, serviceName: string): void {
  const uses = listUses(draft, target, serviceName);
  const meanings = { serviceName, targets: declaredTargets(draft) };
  definitionsOf(draft, target).delete(target.key);
  for (const use of uses) {
    if (!definitionsOf(draft, use).has(use.key) || withoutName(draft, use, target, meanings)) continue;
    remove(draft, use, serviceName);
  }
  if (target.kind === 'datasource' && draft.activeDataSource === target.key) {
    draft.activeDataSource = [...draft.dataSources.keys()][0];
  }
}

function definitionsOf(draft: DefinitionsDraft, { kind }: DefinitionKey): Map<string, Definition> {
  const known: Record<DefinitionKey['kind'], Map<string, Definition>> = {
    datasource: draft.dataSources,
    property: draft.properties,
    measure: draft.properties,
    concept: draft.concepts,
    mapping: draft.mappings,
    view: draft.views,
    policy: draft.policies,
  };
  return known[kind];
}

interface Definition {
  readonly kind: string;
  readonly name: Identifier;
}

function otherKind({ name, at }: Identifier, kind: string): ServiceError {
  return new ServiceError('ontology_unknown_definition', `DROP: ${quoted(name)} is a ${kind}`, {
    hint: `write DROP ${kind.toUpperCase()}`,
    offset: at,
  });
}

/** Rejects an unknown target. A property declared only in concepts has no definition of its own but can be dropped. */
function checkExists(draft: DefinitionsDraft, target: DefinitionKey, drop: Drop, isUsed: boolean): void {
  const known = definitionsOf(draft, target);
  const definition = draft.properties.get(target.key);
  const isProperty = target.kind === 'property' || target.kind === 'measure';
  const kindFits = !isProperty || definition === undefined || definition.kind === `create-${target.kind}`;
  if (known.has(target.key) && kindFits) return;
  if (target.kind === 'property' && isUsed && kindFits) return;
  throw missing(known, target, drop.name);
}

function missing(known: ReadonlyMap<string, Definition>, target: DefinitionKey, name: Identifier): ServiceError {
  if (target.kind === 'concept' && target.key === ROOT_CONCEPT) return reservedRoot(name);
  if (known.has(target.key)) return otherKind(name, target.kind === 'measure' ? 'property' : 'measure');
  const isOfKind = ({ kind }: Definition): boolean =>
    !['property', 'measure'].includes(target.kind) || kind === `create-${target.kind}`;
  const names = [...known.values()].filter(isOfKind).map((other) => other.name.name);
  return unknownName({ title: 'DROP' }, target.kind, name, names);
}

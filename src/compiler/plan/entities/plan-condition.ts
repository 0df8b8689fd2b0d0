import { nameKey, type Concept, type Expression, type Logic, type Written } from '../../../model';
import { binary, conjunction, constant, NULL, selectOf, namesIn } from '../../tree';
import { ConceptSource } from './concept-source';
import { readPath } from '../paths/find-many';
import type { Resolved } from '../../values';
import type { EntitySource, Planning } from '../scope/planning';
import { planExpression } from '../scope/resolve-expression';
import type { NamedSource } from '../scope/scope';

/**
 * Returns the condition of a logic concept on one branch of its FROM concept. A condition over properties alone is
 * resolved as it is. A condition with paths or multi-values *selects entities* (docs/language.md): it becomes an EXISTS
 * over the same branch with the paths joined, correlated by the key.
 */
export function planCondition(
  planning: Planning,
  logic: Logic,
  reader: EntitySource,
): Expression<Resolved> | undefined {
  const { where } = logic;
  if (where === undefined) return undefined;
  return planning.insideCondition(() =>
    readsJoined(planning, where, planning.concept(logic.from)) && !reader.branch.isKeyless
      ? selectsEntity(planning, { ...logic, where }, reader)
      : planExpression(planning, where, underName(planning, reader, planning.concept(logic.from))),
  );
}

function selectsEntity(
  planning: Planning,
  logic: Logic & { readonly where: Expression<Written> },
  reader: EntitySource,
): Expression<Resolved> {
  const concept = planning.concept(logic.from);
  const alias = planning.alias(concept.name);
  const source = new ConceptSource(planning, concept, {
    name: concept.name,
    alias,
    schema: 'dsvc',
    hasAlias: true,
    raw: true,
    branches: [{ ...reader.branch, conditions: [] }],
  });
  const same = reader.branch.owner.primaryKey.map((key) => binary(source.table.readTrue(key), '=', reader.raw(key)));
  const where = conjunction([...same, planExpression(planning, logic.where, source)]);
  const query = {
    ...selectOf<Resolved>([{ expression: constant('integer', '1') }]),
    from: source.build(),
    ...(where && { where }),
  };
  return { kind: 'exists', query };
}

/**
 * Returns the entity under the name of the FROM concept, whichever concept provides it. Paths and multi-values of rows without
 * a key are NULL.
 */
function underName(planning: Planning, reader: EntitySource, concept: Concept): NamedSource {
  return {
    name: concept.name,
    find: (column) => reader.find(column) ?? (isJoined(planning, column, concept) ? NULL : undefined),
    starColumns: () => [],
    columnNames: () => reader.columnNames(),
  };
}

/** Reports whether the expression reads paths or multi-values, which are joined to the entity. */
function readsJoined(planning: Planning, expression: Expression<Written>, concept: Concept): boolean {
  return namesIn(expression).some((name) => isJoined(planning, name, concept));
}

function isJoined(planning: Planning, name: string, concept: Concept): boolean {
  const { ontology } = planning;
  return (
    readPath(planning, concept, name) !== undefined || ontology.properties.get(nameKey(name))?.isMultiValue === true
  );
}

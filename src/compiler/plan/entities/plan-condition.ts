import { nameKey, type Expression, type Logic, type Written } from '../../../model';
import { binary, conjunction, constant, NULL, selectOf, namesIn } from '../../tree';
import { ConceptSource } from './concept-source';
import { parsePath, type Resolved } from '../../values';
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
    readsJoined(planning, where) && !reader.branch.isKeyless
      ? selectsEntity(planning, { ...logic, where }, reader)
      : planExpression(planning, where, underName(planning, reader, planning.concept(logic.from).name)),
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
function underName(planning: Planning, reader: EntitySource, name: string): NamedSource {
  return {
    name,
    find: (column) => reader.find(column) ?? (isJoined(planning, column) ? NULL : undefined),
    starColumns: () => [],
    columnNames: () => reader.columnNames(),
  };
}

/** Reports whether the expression reads paths or multi-values, which are joined to the entity. */
function readsJoined({ ontology }: Planning, expression: Expression<Written>): boolean {
  return namesIn(expression).some((name) => isJoined({ ontology }, name));
}

function isJoined({ ontology }: Pick<Planning, 'ontology'>, name: string): boolean {
  return parsePath(name) !== undefined || ontology.properties.get(nameKey(name))?.isMultiValue === true;
}

import { type ErrorDetails, ServiceError } from '../../../errors';
import { nameKey, type Expression, type Ontology, type Property, type Written } from '../../../model';
import { mapChildren, NULL, someNode, namesIn } from '../../tree';
import { readsManyRows } from '../../values';

type Node = Expression<Written>;

/**
 * Rejects aggregates and windows in calculated properties and conditions, which are evaluated for one entity. Rejects
 * measures that are neither aggregates nor arithmetic over measures (docs/language.md).
 */
export function checkAggregates({ properties, concepts, policies }: Ontology): void {
  for (const property of properties.values()) checkProperty(property, properties);
  for (const { name, logic } of concepts.values()) refuseAggregate(`concept \`${name}\``, logic?.where);
  for (const policy of policies.values()) {
    if (policy.kind === 'filter') refuseAggregate(`policy \`${policy.name}\``, policy.where);
  }
}

function checkProperty(property: Property, properties: Ontology['properties']): void {
  const { name, isMeasure, calculation, filter } = property;
  if (!isMeasure) {
    refuseAggregate(`property \`${name}\``, calculation, 'use CREATE MEASURE to define an aggregate');
    return;
  }
  refuseAggregate(`measure \`${name}\``, filter);
  if (calculation === undefined) return;
  const outside = withoutAggregates(calculation);
  const column = namesIn(outside).find((read) => properties.get(nameKey(read))?.isMeasure !== true);
  if (column === undefined) return;
  const node = findNode(outside, (read) => read.kind === 'reference' && read.reference.parts.at(-1)?.name === column);
  throw invalid(`measure \`${name}\``, `reads \`${column}\` outside of an aggregate`, {
    hint: 'use an aggregate such as SUM or COUNT',
    offset: node?.kind === 'reference' ? node.reference.at : undefined,
  });
}

function refuseAggregate(where: string, expression: Node | undefined, hint?: string): void {
  const aggregate = expression && findNode(expression, readsManyRows);
  if (aggregate?.kind !== 'call') return;
  throw invalid(where, 'is evaluated for one entity, and cannot contain an aggregate', { hint, offset: aggregate.at });
}

function findNode(expression: Node, isWanted: (node: Node) => boolean): Node | undefined {
  let found: Node | undefined;
  someNode(expression, (node) => {
    if (isWanted(node)) found = node;
    return found !== undefined;
  });
  return found;
}

function withoutAggregates(node: Node): Node {
  if (node.kind === 'literal' || node.kind === 'reference') return node;
  if (readsManyRows(node)) return NULL;
  return mapChildren<Written, Written>(node, { expression: withoutAggregates, query: (query) => query });
}

function invalid(where: string, message: string, details: ErrorDetails): ServiceError {
  return new ServiceError('ontology_invalid', `${where}: ${message}`, details);
}

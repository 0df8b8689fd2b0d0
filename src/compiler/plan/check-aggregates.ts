import { ServiceError } from '../../errors';
import { nameKey, type Expression, type Ontology, type Property, type Written } from '../../model';
import { mapChildren, NULL, someNode } from '../tree';
import { FUNCTIONS } from './functions';
import { namesIn } from './names-in';

type Node = Expression<Written>;

/**
 * Refuses aggregates and windows where there is one entity, in calculated properties and conditions, and measures that
 * are neither aggregates nor arithmetic over measures (spec 3, section 2).
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
    refuseAggregate(`property \`${name}\``, calculation, 'CREATE MEASURE defines an aggregate');
    return;
  }
  refuseAggregate(`measure \`${name}\``, filter);
  const names = calculation === undefined ? [] : namesIn(withoutAggregates(calculation));
  const column = names.find((read) => properties.get(nameKey(read))?.isMeasure !== true);
  if (column === undefined) return;
  throw invalid(`measure \`${name}\``, `reads \`${column}\` outside of an aggregate`, 'write SUM, COUNT or the like');
}

function refuseAggregate(where: string, expression: Node | undefined, hint?: string): void {
  if (expression === undefined || !someNode(expression, isAggregate)) return;
  throw invalid(where, 'looks at one entity: there is nothing to aggregate', hint);
}

function isAggregate(node: Node): boolean {
  return node.kind === 'call' && (node.over !== undefined || FUNCTIONS.get(node.name)?.kind === 'aggregate');
}

function withoutAggregates(node: Node): Node {
  if (node.kind === 'literal' || node.kind === 'reference') return node;
  if (isAggregate(node)) return NULL;
  return mapChildren<Written, Written>(node, { expression: withoutAggregates, query: (query) => query });
}

function invalid(where: string, message: string, hint: string | undefined): ServiceError {
  return new ServiceError('ontology_invalid', `${where}: ${message}`, { hint });
}

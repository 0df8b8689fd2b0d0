import { ServiceError, suggest } from '../../../errors';
import { nameKey, type Expression, type Property } from '../../../model';
import type { LinkTable } from './link-table';
import type { MeasuredEntity, Path, Resolved } from '../../values';

/** The last step of a path: the entities that it leads to, and its link. */
interface LastStep {
  readonly target: MeasuredEntity;
  readonly link?: { readonly table: LinkTable };
}

/** Returns the value at the end of a path. */
export function valueAtEnd(last: LastStep | undefined, { property, ofLink }: Path): Expression<Resolved> {
  const link = last?.link?.table;
  return ofLink ? columnOfLink(link, property) : propertyAtEnd(last?.target, property, link);
}

/** Returns a measure of a concept. Rejects an unknown one with a hint at the nearest known one. */
export function measureOf(
  concept: { readonly name: string },
  properties: ReadonlyMap<string, Property>,
  name: string,
): Property {
  const property = properties.get(nameKey(name));
  if (property?.isMeasure === true) return property;
  const names = [...properties.values()].filter((known) => known.isMeasure).map((known) => known.name);
  const hint = suggest(name, names);
  throw new ServiceError('plan_unknown_name', `"${concept.name}" has no measure "${name}"`, { hint, unknown: name });
}

/**
 * Returns the property of the entities at the end of a path. Rejects an unknown property with a hint at the nearest
 * known one.
 */
function propertyAtEnd(
  entity: MeasuredEntity | undefined,
  property: string,
  link: LinkTable | undefined,
): Expression<Resolved> {
  const value = entity?.find(property);
  if (value !== undefined) return value;
  const isOfLink = link?.columnNames().some((name) => nameKey(name) === nameKey(property)) === true;
  const hint = isOfLink
    ? `a column of the link follows the brackets: "relationship[${entity?.concept.name ?? ''}]_${property}"`
    : suggest(property, entity?.columnNames() ?? []);
  throw new ServiceError('plan_unknown_name', `"${entity?.concept.name ?? ''}" has no property "${property}"`, {
    hint,
    unknown: property,
  });
}

/** Returns the link column of the last step of a path. Rejects an unknown column with a hint at the nearest known one. */
function columnOfLink(link: LinkTable | undefined, column: string): Expression<Resolved> {
  const value = link?.findColumn(column);
  if (value !== undefined) return value;
  const hint = suggest(column, link?.columnNames() ?? []);
  throw new ServiceError('plan_unknown_name', `this relationship has no link column "${column}"`, { hint });
}

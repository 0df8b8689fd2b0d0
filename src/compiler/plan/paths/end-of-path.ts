import { ServiceError, suggest } from '../../../errors';
import type { Expression } from '../../../model';
import type { LinkTable } from './link-table';
import type { MeasuredEntity, Resolved } from '../../values';

/**
 * Returns the property of the entities at the end of a path. Rejects an unknown property with a hint at the nearest
 * known one.
 */
export function propertyAtEnd(entity: MeasuredEntity | undefined, property: string): Expression<Resolved> {
  const value = entity?.find(property);
  if (value !== undefined) return value;
  const hint = suggest(property, entity?.columnNames() ?? []);
  throw new ServiceError('plan_unknown_name', `"${entity?.concept.name ?? ''}" has no property "${property}"`, {
    hint,
    unknown: property,
  });
}

/** Returns the link column of the last step of a path. Rejects an unknown column with a hint at the nearest known one. */
export function columnOfLink(link: LinkTable | undefined, column: string): Expression<Resolved> {
  const value = link?.findColumn(column);
  if (value !== undefined) return value;
  const hint = suggest(column, link?.columnNames() ?? []);
  throw new ServiceError('plan_unknown_name', `this relationship has no link column "${column}"`, { hint });
}

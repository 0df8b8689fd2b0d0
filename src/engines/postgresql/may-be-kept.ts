import { type CompiledQuery } from '../../model';

/**
 * What may be a string constant that the server replaces by the current time when it parses a statement, such as `'today'::date`
 * (PostgreSQL manual, "Special Values" of dates): one of its words, or a string in which escapes or a line break can hide one.
 */
const MOMENT = /now|today|tomorrow|yesterday|\\|'[^']*[\r\n]/i;

/** The part of a statement on which this depends. */
export type Keepable = Pick<CompiledQuery, 'sql' | 'readsBaseTables'>;

/**
 * Returns whether a statement returns the same rows however long ago the server has parsed it. Statements over base tables have no
 * constants that were not bound; others may have SQL of a mapping.
 */
export function mayBeKept({ sql, readsBaseTables }: Keepable): boolean {
  return readsBaseTables === true || !MOMENT.test(sql);
}

import { type Fragment, sql } from '../../emit';

const part = (unit: string, date: Fragment): Fragment => sql`CAST(EXTRACT(${unit} FROM ${date}) AS INTEGER)`;

/**
 * Writes the week of the year by MySQL's modes. Mode 0 starts weeks on Sunday. Modes 1 and 3 start weeks on Monday by
 * ISO 8601; mode 1 counts the days before the first week as week 0, and continues to count after the last week.
 */
export function weekOf(date: Fragment, mode: string): Fragment {
  if (mode === '3') return part('WEEK', date);
  const day = part('DOY', date);
  if (mode === '0') return sql`((${day} + 6 - ${part('DOW', date)}) / 7)`;
  const within = sql`WHEN ${part('ISOYEAR', date)} = ${part('YEAR', date)} THEN ${part('WEEK', date)}`;
  return sql`CASE ${within} WHEN ${part('ISOYEAR', date)} < ${part('YEAR', date)} THEN 0 ELSE ${part('WEEK', sql`(${date} - INTERVAL '7 days')`)} + 1 END`;
}

/** Writes YEARWEEK, where each week belongs to exactly one year: the year of its Sunday, or the ISO 8601 year. */
export function yearAndWeek(date: Fragment, mode: string): Fragment {
  if (mode !== '0') return sql`(${part('ISOYEAR', date)} * 100 + ${part('WEEK', date)})`;
  const sunday = sql`(${date} - ${part('DOW', date)} * INTERVAL '1 day')`;
  return sql`(${part('YEAR', sunday)} * 100 + (${part('DOY', sunday)} - 1) / 7 + 1)`;
}

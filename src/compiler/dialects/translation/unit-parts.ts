/** The simple units of a compound unit, greatest first, in the order of its numbers (MySQL manual, "Temporal Intervals"). */
export const UNIT_PARTS: Readonly<Partial<Record<string, readonly string[]>>> = {
  YEAR_MONTH: ['YEAR', 'MONTH'],
  DAY_HOUR: ['DAY', 'HOUR'],
  DAY_MINUTE: ['DAY', 'HOUR', 'MINUTE'],
  DAY_SECOND: ['DAY', 'HOUR', 'MINUTE', 'SECOND'],
  DAY_MICROSECOND: ['DAY', 'HOUR', 'MINUTE', 'SECOND', 'MICROSECOND'],
  HOUR_MINUTE: ['HOUR', 'MINUTE'],
  HOUR_SECOND: ['HOUR', 'MINUTE', 'SECOND'],
  HOUR_MICROSECOND: ['HOUR', 'MINUTE', 'SECOND', 'MICROSECOND'],
  MINUTE_SECOND: ['MINUTE', 'SECOND'],
  MINUTE_MICROSECOND: ['MINUTE', 'SECOND', 'MICROSECOND'],
  SECOND_MICROSECOND: ['SECOND', 'MICROSECOND'],
};

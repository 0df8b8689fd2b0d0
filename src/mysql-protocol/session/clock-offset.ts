import type { Call, Literal, Written } from '../../model';

const LOCAL: ReadonlySet<string> = new Set(['NOW', 'CURRENT_TIMESTAMP', 'LOCALTIME', 'LOCALTIMESTAMP', 'SYSDATE']);

/** Returns the difference of local time and UTC, as hours and minutes: `+02:00`. */
export function clockOffset(minutes = -new Date().getTimezoneOffset()): string {
  const absolute = Math.abs(minutes);
  const [hours, rest] = [Math.floor(absolute / 60), absolute % 60].map((part) => String(part).padStart(2, '0'));
  return `${minutes < 0 ? '-' : '+'}${hours}:${rest}`;
}

/** Returns the value of `TIMEDIFF(NOW(), UTC_TIMESTAMP())`, by which clients ask for the time zone; undefined for any other call. */
export function offsetAskedBy({ name, arguments: [first, second] }: Call<Written>): Literal | undefined {
  if (name !== 'TIMEDIFF' || first?.kind !== 'call' || second?.kind !== 'call') return undefined;
  if (!LOCAL.has(first.name) || second.name !== 'UTC_TIMESTAMP') return undefined;
  return { kind: 'literal', type: 'string', text: `${clockOffset().replace('+', '')}:00` };
}

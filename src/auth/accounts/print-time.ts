/** Returns a time in the format of timestamps in responses (docs/http-api.md). */
export function printTime(iso: string): string;
export function printTime(iso: string | null): string | null;
export function printTime(iso: string | null): string | null {
  return iso === null ? null : iso.slice(0, 19).replace('T', ' ');
}

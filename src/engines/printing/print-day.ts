import { type ByteSink } from './byte-sink';

const DASH = 0x2d;
const COLON = 0x3a;

/** Prints a date as `2024-02-29`; ten bytes must be reserved. */
export function printDate(sink: ByteSink, year: number, month: number, day: number): void {
  sink.padded(year, 4);
  sink.byte(DASH);
  sink.padded(month, 2);
  sink.byte(DASH);
  sink.padded(day, 2);
}

/** Prints a time as `23:59:58`; eight bytes must be reserved. */
export function printTime(sink: ByteSink, hours: number, minutes: number, seconds: number): void {
  sink.padded(hours, 2);
  sink.byte(COLON);
  sink.padded(minutes, 2);
  sink.byte(COLON);
  sink.padded(seconds, 2);
}

import type { Literal } from '../../../model';

/** Returns a time literal, which may be negative or longer than a day, in microseconds. */
export function microsecondsOf({ text }: Literal): string {
  const [hours = '', minutes = '', seconds = ''] = text.replace('-', '').split(':');
  const [whole = '', fraction = ''] = seconds.split('.');
  const inSeconds = (Number(hours) * 60 + Number(minutes)) * 60 + Number(whole);
  return `${text.startsWith('-') ? '-' : ''}${inSeconds}${fraction.padEnd(6, '0')}`;
}

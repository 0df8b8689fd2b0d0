import { type BoundValue } from '../../model';

/** Returns a parameter as text. The statement casts each placeholder, so that the server infers no type. */
export function bindPostgreSqlValue({ type, text }: BoundValue): string | null {
  if (type === 'null') return null;
  return type === 'binary' ? `\\x${text}` : text;
}

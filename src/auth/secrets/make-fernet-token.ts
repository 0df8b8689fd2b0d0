import { printFernetKey } from './derive-fernet-key';

interface FernetMoment {
  readonly time?: string;
  readonly iv?: readonly number[];
}

/**
 * Returns `text` as a Fernet token. The package is imported here, not at start, since it patches String.prototype: the service itself only
 * opens tokens.
 */
export async function makeFernetToken(text: string, key: Buffer, moment: FernetMoment = {}): Promise<string> {
  const { default: fernet } = await import('fernet');
  return new fernet.Token({ secret: new fernet.Secret(printFernetKey(key)), ...moment }).encode(text);
}

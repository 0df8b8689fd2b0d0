import { isIP } from 'node:net';

/** Returns whether `text` is an IP address, with or without a prefix length after a slash. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix = '0', ...more] = text.split('/');
  const version = isIP(address);
  return version !== 0 && more.length === 0 && /^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128);
}

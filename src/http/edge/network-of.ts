import { isIPv4, isIPv6 } from 'node:net';

/** With a port, as some proxies write addresses into X-Forwarded-For. */
const IPV4 = /^(\d+(?:\.\d+){3})(?::\d+)?$/;
const BRACKETED = /^\[(.*)\](?::\d+)?$/;
const ZONE = /%.*$/;
const QUAD = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/;
/** The networks of 96 bits in which IPv6 addresses stand for IPv4 addresses: mapped ones, and those of translators (RFC 6052). */
const OF_IPV4: readonly string[] = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

/**
 * Whom an address counts for in limits, however it is spelled: an IPv4 address for itself, an IPv6 address for its /64, all of which one
 * machine may use, and text that is no address for itself.
 */
export function networkOf(address: string): string {
  const [, plain = ''] = IPV4.exec(address) ?? [];
  if (isIPv4(plain)) return plain;
  const bare = (BRACKETED.exec(address)?.[1] ?? address).replace(ZONE, '');
  return isIPv6(bare) ? networkOfIpv6(groupsOf(bare)) : address;
}

function networkOfIpv6(groups: readonly number[]): string {
  const words = groups.map((group) => group.toString(16));
  if (OF_IPV4.includes(words.slice(0, 6).join(':')))
    return groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]).join('.'); // prettier-ignore
  return `${words.slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const hexadecimal = address.replace(QUAD, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [before = [], after = []] = hexadecimal.split('::').map(readGroups);
  const missing = 8 - before.length - after.length;
  return [...before, ...Array<number>(missing).fill(0), ...after];
}

function readGroups(text: string): readonly number[] {
  return text === '' ? [] : text.split(':').map((group) => parseInt(group, 16));
}

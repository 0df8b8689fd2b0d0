import { isIPv4, isIPv6 } from 'node:net';

/** An IPv4 address, with the port that some proxies add in X-Forwarded-For. */
const IPV4 = /^(\d+(?:\.\d+){3})(?::\d+)?$/;
const BRACKETED = /^\[(.*)\](?::\d+)?$/;
const ZONE = /%.*$/;
const QUAD = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/;
/** The 96-bit prefixes of IPv6 addresses that represent IPv4 addresses: mapped ones, and those of translators (RFC 6052). */
const OF_IPV4: readonly string[] = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0'];

/**
 * Returns the network that the limits count, in one spelling: an IPv4 address itself, the /64 of an IPv6 address, all of which one machine
 * may use, and any other string unchanged.
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

/** Returns the eight groups of an IPv6 address. */
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

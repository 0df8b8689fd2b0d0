import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { MalformedPacketError } from '../packets/byte-reader';

/** What a proxy sent before the first packet of its client ("The PROXY protocol", haproxy.org). */
export interface ProxyHeader {
  readonly length: number;
  /** The IP address of the client; undefined if the proxy speaks for itself, as in its health checks. */
  readonly address: string | undefined;
}

const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const TEXT_BEGIN = Buffer.from('PROXY ', 'latin1');
const LONGEST_TEXT = 107;
const BINARY_HEAD_BYTES = 16;
const MOST_BINARY_BYTES = 2048;
const TEXT = /^PROXY (?:UNKNOWN|TCP[46] (\S+) \S+ \d{1,5} \d{1,5})/;

/** Returns the header at the begin of what was received, undefined if none is there, `more` while it may be incomplete. */
export function readProxyHeader(received: Buffer): ProxyHeader | 'more' | undefined {
  if (beginsWith(received, TEXT_BEGIN)) return readText(received);
  return beginsWith(received, SIGNATURE) ? readBinary(received) : undefined;
}

/** Returns whether the bytes begin with `mark`, or could after more bytes. */
function beginsWith(received: Buffer, mark: Buffer): boolean {
  const length = Math.min(received.length, mark.length);
  return length > 0 && received.subarray(0, length).equals(mark.subarray(0, length));
}

function readText(received: Buffer): ProxyHeader | 'more' {
  const end = received.indexOf('\r\n');
  if (end < 0 && received.length < LONGEST_TEXT) return 'more';
  const match = TEXT.exec(received.subarray(0, Math.max(0, end)).toString('latin1'));
  if (match === null) throw new MalformedPacketError('the header of the proxy is malformed');
  return { length: end + 2, address: checked(match[1]) };
}

function readBinary(received: Buffer): ProxyHeader | 'more' {
  if (received.length < BINARY_HEAD_BYTES) return 'more';
  const length = BINARY_HEAD_BYTES + received.readUInt16BE(14);
  const [command, family] = [received.readUInt8(12), received.readUInt8(13) >> 4];
  if (command >> 4 !== 2 || length > MOST_BINARY_BYTES) throw new MalformedPacketError('the header of the proxy is malformed'); // prettier-ignore
  if (received.length < length) return 'more';
  if ((command & 0xf) === 0) return { length, address: undefined };
  return { length, address: addressIn(received.subarray(BINARY_HEAD_BYTES, length), family) };
}

function addressIn(bytes: Buffer, family: number): string | undefined {
  if (family === 1 && bytes.length >= 12) return bytes.subarray(0, 4).join('.');
  if (family !== 2 || bytes.length < 36) return undefined;
  return Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(2 * index).toString(16)).join(':');
}

function checked(address: string | undefined): string | undefined {
  if (address === undefined || isIPv4(address) || isIPv6(address)) return address;
  throw new MalformedPacketError('the header of the proxy has no IP address');
}

/** Returns whether an IP address belongs to one of the networks. */
export function networkChecker(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return (address) => list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

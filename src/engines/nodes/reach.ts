import { lookup, type LookupAddress } from 'node:dns';
import { BlockList, connect, isIP, type LookupFunction, Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type Host } from './read-hosts';

const KEEP_ALIVE_MS = 0;
const LINK_LOCAL = blockList(['169.254.0.0/16', 'fe80::/10', '64:ff9b::a9fe:0/112']);
const LOOPBACK = blockList(['127.0.0.0/8', '0.0.0.0', '::1', '::']);

/**
 * A guard for the connections of data sources. Their definitions name hosts, and this service may have access to networks that the authors
 * of the definitions do not. No data source may connect to link-local addresses, where clouds keep secrets of the machine, or to ports of
 * this service.
 */
export class Reach {
  private readonly names: ReadonlySet<string>;
  private readonly networks: BlockList;

  constructor(
    /** Names of hosts, addresses and networks; if empty, any host is allowed. */
    private readonly allowed: readonly string[],
    /** The ports that this service listens on. */
    private readonly ownPorts: () => readonly number[],
  ) {
    const isAddress = (entry: string): boolean => isIP(entry.split('/')[0] ?? '') !== 0;
    this.names = new Set(allowed.filter((entry) => !isAddress(entry)).map(plainName));
    this.networks = blockList(allowed.filter(isAddress));
  }

  /** Connects to one of the checked addresses of a host. Fails if one of its addresses is not allowed. */
  connect({ host, port }: Host): Socket {
    const isNamed = this.names.has(plainName(host));
    const isRefused = (address: string): boolean => this.isRefused(address, port, isNamed);
    if (isIP(host) !== 0 && isRefused(host)) return refusedSocket();
    const socket = connect({ host, port, lookup: checkedLookup(isRefused) });
    socket.once('connect', () => socket.setKeepAlive(true, KEEP_ALIVE_MS));
    return socket.setNoDelay(true);
  }

  private isRefused(address: string, port: number, isNamed: boolean): boolean {
    if (contains(LINK_LOCAL, address)) return true;
    if (this.ownPorts().includes(port) && isOfThisMachine(address)) return true;
    return this.allowed.length > 0 && !isNamed && !contains(this.networks, address);
  }
}

function checkedLookup(isRefused: (address: string) => boolean): LookupFunction {
  return (name, options, callback) => {
    lookup(name, { ...options, all: true }, (error, found: readonly LookupAddress[]) => {
      const addresses = [...(found as readonly LookupAddress[] | undefined ?? [])]; // prettier-ignore
      const [first] = addresses;
      if (error !== null || first === undefined) callback(error ?? refusal(), '');
      else if (addresses.some(({ address }) => isRefused(address))) callback(refusal(), '');
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function refusedSocket(): Socket {
  const socket = new Socket();
  process.nextTick(() => socket.destroy(refusal()));
  return socket;
}

/** Returns a refusal in the form of a network error, so that it does not prevent the service from trying another server. */
function refusal(): NodeJS.ErrnoException {
  return Object.assign(new Error('data sources may not connect to this address: see ALLOWED_DATA_SOURCE_HOSTS'), {
    code: 'EADDRESSREFUSED',
  });
}

function isOfThisMachine(address: string): boolean {
  if (contains(LOOPBACK, address)) return true;
  const own = Object.values(networkInterfaces()).flatMap((entries) => (entries ?? []).map((entry) => entry.address));
  return contains(blockList(own.map(withoutZone)), address);
}

/** Returns whether a list contains an address. IPv4 addresses in IPv6 form match the IPv4 entries. */
function contains(list: BlockList, address: string): boolean {
  return list.check(withoutZone(address), isIP(withoutZone(address)) === 6 ? 'ipv6' : 'ipv4');
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list;
}

function withoutZone(address: string): string {
  return address.split('%', 1)[0] ?? '';
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

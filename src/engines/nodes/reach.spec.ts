import { lookup } from 'node:dns';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Reach } from './reach';

jest.mock('node:dns', () => ({ lookup: jest.fn() }));

/** A closed port on every machine of the tests: where a connection is allowed, the operating system refuses it. */
const CLOSED = 1;
const ANY: readonly string[] = [];

let server: Server;
let port: number;

beforeAll(async () => {
  server = createServer((socket) => socket.on('error', () => undefined).end('hello'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
});

/** Makes `lookup` return these addresses, one list after the other. */
function resolveTo(...answers: readonly (readonly string[])[]): void {
  const left = [...answers];
  (lookup as unknown as jest.Mock).mockReset().mockImplementation((_name: string, _options: unknown, done: (error: null, addresses: unknown) => void) => {
    const addresses = left.length > 1 ? left.shift()! : left[0]!;
    done(null, addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  }); // prettier-ignore
}

async function outcomeOf(socket: Socket): Promise<string> {
  try {
    return await new Promise<string>((resolve, reject) => {
      socket.once('connect', () => {
        resolve(`reached ${socket.remoteAddress}`);
      });
      socket.once('error', reject);
    });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  } finally {
    socket.destroy();
  }
}

const go = (allowed: readonly string[], host: string, to = CLOSED, own: readonly number[] = []): Promise<string> =>
  outcomeOf(new Reach(allowed, () => own).connect({ host, port: to }));

const localAddresses = Object.values(networkInterfaces())
  .flatMap((entries) => entries!.map(({ address }) => address))
  .filter((address) => !address.startsWith('fe80:'));

describe('Reach', () => {
  it.each(['169.254.169.254', '169.254.0.1', 'fe80::1', 'fe80::1%lo', 'febf::1', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe'])(
    'rejects %s, also by name and if it is listed',
    async (address) => {
      resolveTo([address]);
      for (const allowed of [ANY, ['169.254.0.0/16', 'fe80::/10', 'a.example']]) {
        expect(await go(allowed, address)).toBe('EADDRESSREFUSED');
        expect(await go(allowed, 'a.example')).toBe('EADDRESSREFUSED');
      }
    },
  ); // prettier-ignore

  it.each(['127.0.0.1', '127.9.9.9', '0.0.0.0', '::1', '::', '::ffff:127.0.0.1', ...localAddresses])(
    'rejects %s with a port of this service, and accepts it with any other port',
    async (address) => {
      expect(await go(ANY, address, port, [port])).toBe('EADDRESSREFUSED');
      expect(await go(ANY, address, CLOSED, [port])).not.toBe('EADDRESSREFUSED');
    },
  );
});

describe('Reach with listed hosts', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.0/8', '127.1.2.3', true],
    ['127.0.0.0/8', '::ffff:127.1.2.3', true],
    ['::1', '::1', true],
    ['10.0.0.0/8', '127.0.0.1', false],
    ['127.0.0.1', '127.0.0.2', false],
    ['db.example', '127.0.0.1', false],
  ])('%s allows %s: %s', async (entry, address, isReached) => {
    expect((await go([entry], address)) === 'EADDRESSREFUSED').toBe(!isReached);
  });

  it.each([
    ['db.example', 'DB.example.', ['127.0.0.1'], true],
    ['127.0.0.0/8', 'other.example', ['127.0.0.1'], true],
    ['db.example', 'sub.db.example', ['127.0.0.1'], false],
    ['127.0.0.0/8', 'other.example', ['127.0.0.1', '10.0.0.1'], false],
    ['10.0.0.0/8', 'db.example', ['127.0.0.1'], false],
  ])('%s allows %s at %p: %s', async (entry, host, addresses, isReached) => {
    resolveTo(addresses);
    expect((await go([entry], host)) === 'EADDRESSREFUSED').toBe(!isReached);
  });

  it('looks a name up once for each connection, and connects to the address that was checked', async () => {
    resolveTo(['127.0.0.1'], ['169.254.169.254']);
    expect(await go(['127.0.0.0/8'], 'rebinds.example', port)).toBe('reached 127.0.0.1');
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(await go(['127.0.0.0/8'], 'rebinds.example', port)).toBe('EADDRESSREFUSED');
    expect(lookup).toHaveBeenCalledTimes(2);
  });
});

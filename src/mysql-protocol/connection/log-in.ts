import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';
import {
  ANSWER_ACCEPTED,
  greetingPacket,
  isTlsRequest,
  type LogInRequest,
  readLogIn,
  switchPacket,
} from '../packets/handshake';
import { PacketStream } from '../packets/packet-stream';
import { AUTHENTICATION, CAPABILITY, SERVER_CAPABILITIES } from '../packets/protocol';
import { accessDenied, needsTls, unknownMethod } from '../session/refusal';
import type { Account } from '../session/session';
import type { ConnectionServices } from './connection-services';
import { readProxyHeader } from './proxy-header';

const NONCE_BYTES = 20;
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/** A client that has logged in. */
export interface LoggedIn {
  readonly packets: PacketStream;
  readonly capabilities: number;
  readonly account: Account;
  readonly database: string | undefined;
}

/** A client that connects. */
export interface ConnectingClient {
  readonly connection: number;
  /** The IP address of the client, or of the proxy before it. */
  readonly address: string;
  /** Receives the IP address of the client that a proxy names. */
  readonly onProxied: (address: string) => void;
  readonly socket: Socket;
  /** Receives the packets of the connection with TLS, once the client has asked for it. */
  readonly onSecured: (packets: PacketStream) => void;
}

type LogInServices = Pick<ConnectionServices, 'logIns' | 'settings'>;

/** Greets a client, and lets it log in. Returns undefined if it leaves before; throws a `SessionError` for one that may not log in. */
export async function logIn(
  first: PacketStream,
  client: ConnectingClient,
  services: LogInServices,
): Promise<LoggedIn | undefined> {
  const { version, tls, allowsPlain, isProxy } = services.settings;
  const { connection, socket } = client;
  const nonce = makeNonce();
  const capabilities = SERVER_CAPABILITIES | (tls === undefined ? 0 : CAPABILITY.tls);
  first.write(greetingPacket({ version, connection, nonce, capabilities }));
  await first.flush();
  const address = isProxy(client.address) ? await addressBehind(first, client) : client.address;
  let packets = first;
  let payload = await packets.next();
  if (payload !== undefined && isTlsRequest(payload) && tls !== undefined) {
    packets = secure(packets, socket, tls);
    client.onSecured(packets);
    payload = await packets.next();
  } else if (!allowsPlain && !LOOPBACK.test(address)) {
    throw needsTls();
  }
  if (payload === undefined) return undefined;
  const request = readLogIn(payload);
  const account = await authenticate(packets, request, { nonce, address }, services);
  return account && { packets, capabilities: request.capabilities & capabilities, account, database: request.database };
}

/** Returns the IP address of the client that a proxy names, if it names one, before the first packet. */
async function addressBehind(packets: PacketStream, { address, onProxied }: ConnectingClient): Promise<string> {
  const proxied = (await packets.takePrefix(readProxyHeader))?.address;
  if (proxied !== undefined) onProxied(proxied);
  return proxied ?? address;
}

/**
 * Checks that a client knows a token of its user (MySQL manual, "caching_sha2_password"): its answer to the nonce suffices. Used for
 * COM_CHANGE_USER too. Returns undefined if the client leaves before.
 */
export async function authenticate(
  packets: PacketStream,
  request: LogInRequest,
  { nonce, address }: { readonly nonce: Buffer; readonly address: string },
  { logIns }: Pick<ConnectionServices, 'logIns'>,
): Promise<Account | undefined> {
  let { answer } = request;
  if (request.plugin !== AUTHENTICATION || answer.length === 0) {
    if ((request.capabilities & CAPABILITY.pluginAuthentication) === 0) throw unknownMethod();
    packets.write(switchPacket(nonce));
    await packets.flush();
    const again = await packets.next();
    if (again === undefined) return undefined;
    answer = again;
  }
  const tokenHash = await logIns.logIn({ user: request.user, nonce, answer, address });
  if (tokenHash === undefined) throw accessDenied(request.user, address, answer.length > 1);
  packets.write(ANSWER_ACCEPTED);
  return { tokenHash, user: request.user };
}

/** Returns random bytes without the zero byte that ends the nonce in packets, and without `$`, which ends it for some clients. */
export function makeNonce(): Buffer {
  return Buffer.from(randomBytes(NONCE_BYTES).map((byte) => (byte === 0 || byte === 0x24 ? byte + 1 : byte)));
}

/** Continues a connection with TLS. What the client has sent after its request belongs to the handshake of TLS. */
function secure(packets: PacketStream, socket: Socket, secureContext: SecureContext): PacketStream {
  const rest = packets.detach();
  if (rest.length > 0) socket.unshift(rest);
  const secured = new TLSSocket(socket, { isServer: true, secureContext });
  const continued = new PacketStream(secured, packets.limits);
  continued.sequence = packets.sequence;
  return continued;
}

import { type LoadRequest } from './load';
import { type Peer } from './peers';
import { type Server } from './processes';
import { type Side } from './run-rounds';
import { type Workload } from './workload';

/** Returns the requests with these numbers to the service. A shape is sent once only. */
export function sideOfOurs(server: Server, workload: Workload, numbers: readonly number[]): Side {
  const once = workload.draw === 'each' && workload.isKept !== true;
  return { name: 'ours', server, requests: numbers.map(workload.ours), once };
}

/** Returns the same requests to the bare server; a constant has this number of bytes. */
export function sideOfBare(server: Server, workload: Workload, numbers: readonly number[], bytes = 0): Side {
  const { id, bare } = workload;
  const pathOf = (number: number): LoadRequest => {
    const parts = bare === 'constant' ? ['constant', bytes] : [id, ...bare.values(number)];
    return { path: `/${parts.map(encodeURIComponent).join('/')}` };
  };
  return { name: 'bare', server, requests: numbers.map(pathOf) };
}

/** Returns the same requests to a peer, of a constant with this number of bytes; undefined if it does not answer them. */
export function sideOfPeer(
  peer: Peer,
  server: Server,
  workload: Workload,
  numbers: readonly number[],
  bytes = 0,
): Side | undefined {
  const { bare, peer: request } = workload;
  const needsKept = request === 'kept' || request === 'constant';
  if (request === undefined || (needsKept && peer.keeps !== true)) return undefined;
  const valuesOf = (number: number): readonly (string | number)[] =>
    bare === 'constant' ? [bytes] : bare.values(number);
  return { name: peer.name, server, requests: numbers.map((number) => ({ path: peer.pathOf(request, valuesOf(number)) })) }; // prettier-ignore
}

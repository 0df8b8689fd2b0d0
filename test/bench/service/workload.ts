import { type Draw } from './draws';
import { type Asked, type ByHand } from './requests';

/** How many requests a list has, of which some may be equal, unless there are fewer different ones. */
export const LIST_LENGTH = 100_000;

/** One row of the table: the same response requested from the service and from the other servers. */
export interface Workload {
  readonly id: string;
  readonly title: string;
  readonly connections: number;
  /** The number of different requests. */
  readonly variety: number;
  readonly draw: Draw;
  readonly ours: (index: number) => Asked;
  /** A constant has as many bytes as the answer of the service. */
  readonly bare: ByHand | 'constant';
  /** Whether the order of the rows is part of the answer. */
  readonly isOrdered?: boolean;
  /** What peers call the request; without it they have no such row. */
  readonly peer?: PeerRequest;
  /** Whether each request is sent once before it is measured, to a service that keeps answers. */
  readonly isKept?: boolean;
}

/** The requests that peers (`peers.ts`) answer; the last two only those that keep answers. */
export type PeerRequest = 'one' | 'some' | 'range' | 'careers' | 'nested' | 'kept' | 'constant';

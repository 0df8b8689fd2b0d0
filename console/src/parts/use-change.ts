import { useState } from 'preact/hooks';
import type { Service } from '../api/service';
import type { ServiceFault } from '../api/service-fault';
import { faultOf } from './use-loaded';

export interface Change {
  /** Counts the statements that were sent: what was read before may have changed since. */
  readonly times: number;
  /** Why the latest statement was refused. */
  readonly fault: ServiceFault | undefined;
  /** The latest statement that was not refused. */
  readonly done: string | undefined;
  /** Sends a statement; resolves with whether it was done. */
  readonly send: (statement: string) => Promise<boolean>;
}

/** Sends statements that change something. */
export function useChange(service: Service, ontology: string): Change {
  const [state, setState] = useState<Omit<Change, 'send'>>({ times: 0, fault: undefined, done: undefined });
  const send = async (statement: string): Promise<boolean> => {
    let fault: ServiceFault | undefined;
    try {
      await service.query(ontology, statement);
    } catch (error) {
      fault = faultOf(error);
    }
    setState(({ times }) => ({ times: times + 1, fault, done: fault === undefined ? statement : undefined }));
    return fault === undefined;
  };
  return { ...state, send };
}

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Result, Service } from '../api/service';
import type { ServiceFault } from '../api/service-fault';
import { faultOf } from '../parts/use-loaded';

/** The rows of a statement, or why there are none. */
export interface Answer {
  readonly statement: string;
  readonly result?: Result;
  readonly fault?: ServiceFault;
  readonly milliseconds: number;
}

interface Asking {
  readonly answer: Answer | undefined;
  /** Whether a statement runs. */
  readonly runs: boolean;
  /** Runs a statement instead of the one that runs. */
  readonly run: (statement: string) => void;
  readonly cancel: () => void;
}

/** Runs one statement at a time, and keeps the latest answer. */
export function useAnswer(service: Service, ontology: string): Asking {
  const [answer, setAnswer] = useState<Answer>();
  const [running, setRunning] = useState<AbortController>();
  const latest = useRef<AbortController>(undefined);
  useEffect(() => () => latest.current?.abort(), []);
  const run = (statement: string): void => {
    latest.current?.abort();
    const controller = new AbortController();
    latest.current = controller;
    setRunning(controller);
    void ask(service, ontology, statement, controller.signal).then((next) => {
      if (latest.current !== controller) return;
      setRunning(undefined);
      if (next !== undefined) setAnswer(next);
    });
  };
  return { answer, runs: running !== undefined, run, cancel: () => running?.abort() };
}

/** Returns the answer of a statement, undefined if the user cancelled it. */
async function ask(
  service: Service,
  ontology: string,
  statement: string,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const begin = performance.now();
  const since = (): number => Math.round(performance.now() - begin);
  try {
    const result = await service.query(ontology, statement, signal);
    return { statement, result, milliseconds: since() };
  } catch (error) {
    return signal.aborted ? undefined : { statement, fault: faultOf(error), milliseconds: since() };
  }
}

import { useEffect, useState } from 'preact/hooks';
import { ServiceFault } from '../api/service-fault';

export type Loaded<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly value: Value }
  | { readonly state: 'failed'; readonly fault: ServiceFault };

/** Loads a value again whenever one of `inputs` changes. An answer to an earlier request is never shown. */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  inputs: readonly unknown[],
): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ state: 'loading' });
  useEffect(() => {
    const controller = new AbortController();
    setLoaded({ state: 'loading' });
    load(controller.signal).then(
      (value) => {
        if (!controller.signal.aborted) setLoaded({ state: 'loaded', value });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setLoaded({ state: 'failed', fault: faultOf(error) });
      },
    );
    return () => {
      controller.abort();
    };
  }, inputs);
  return loaded;
}

export function faultOf(error: unknown): ServiceFault {
  return error instanceof ServiceFault ? error : new ServiceFault(0, String(error));
}

/**
 * What ends the service in order: SIGTERM from whoever runs it, SIGINT and SIGHUP from its terminal (Ctrl-C, and the terminal closed).
 */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

type OnSignal = (signal: (typeof STOP_SIGNALS)[number]) => void;

/**
 * While the service starts, nothing is to be drained, and a signal ends it at once. `main.ts` imports this file before what takes time to
 * load: the first process of a container ignores signals that it does not handle. A migration that is cut short is taken up by the next start.
 */
function endAtOnce(): void {
  process.exit(0);
}

let onStop: OnSignal = endAtOnce;

for (const signal of STOP_SIGNALS) {
  process.on(signal, () => {
    onStop(signal);
  });
}

/** From here on signals are for `onSignal`. Node's own listeners stay: when they change, a signal that has just arrived is lost. */
export function takeSignals(onSignal: OnSignal): void {
  onStop = onSignal;
}

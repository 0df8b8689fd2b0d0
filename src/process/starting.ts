/**
 * The signals that stop the service in order: SIGTERM from its supervisor, SIGINT and SIGHUP from its terminal (Ctrl-C, and the terminal
 * closed).
 */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

type OnSignal = (signal: (typeof STOP_SIGNALS)[number]) => void;

/**
 * Ends the process at once, since there is nothing to drain while the service starts. `main.ts` imports this file before modules that take
 * time to load: the first process of a container ignores signals that it does not handle. The next start resumes an interrupted migration.
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

/** Passes signals to `onSignal` from here on. Node's own listeners remain: when they change, a signal that has just arrived is lost. */
export function takeSignals(onSignal: OnSignal): void {
  onStop = onSignal;
}

import { readFileSync } from 'node:fs';

/** The bit of SIGHUP, the last signal for which the service installs a handler and Node itself does not. */
const SIGHUP_BIT = 1n;

/** Returns whether a process of the service has installed its signal handlers. */
export function handlesSignals(pid: number): boolean {
  const mask = /^SigCgt:\s+(\w+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (BigInt(`0x${mask ?? '0'}`) & SIGHUP_BIT) !== 0n;
}

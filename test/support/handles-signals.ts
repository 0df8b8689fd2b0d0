import { readFileSync } from 'node:fs';

/** The last of the signals that the service handles, and that Node itself does not. */
const SIGHUP_BIT = 1n;

/** Whether a process of the service has come so far that signals end it in order. */
export function handlesSignals(pid: number): boolean {
  const mask = /^SigCgt:\s+(\w+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (BigInt(`0x${mask ?? '0'}`) & SIGHUP_BIT) !== 0n;
}

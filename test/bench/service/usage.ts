import { readFileSync, writeFileSync } from 'node:fs';

/** Ticks of `/proc/<pid>/stat` in a second, on every Linux that Node runs on. */
const TICKS = 100;

/** Milliseconds of processor time that a process has used, or nothing where the system does not tell as Linux does. */
export function cpuOf(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS;
}

/** The most resident memory since `forgetPeak`, in MB. */
export function peakOf(pid: number): number | undefined {
  return memoryOf(pid, 'VmHWM');
}

/** Resident memory, in MB. */
export function residentOf(pid: number): number | undefined {
  return memoryOf(pid, 'VmRSS');
}

/** Begins anew what `peakOf` tells. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // where it may not be written, the peak is that of the whole life of the process
  }
}

function memoryOf(pid: number, figure: string): number | undefined {
  const [, kilobytes] = new RegExp(`^${figure}:\\s+(\\d+) kB`, 'm').exec(read(`/proc/${pid}/status`) ?? '') ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

import { readFileSync, writeFileSync } from 'node:fs';

/** Ticks of `/proc/<pid>/stat` in a second, on every Linux that Node runs on. */
const TICKS = 100;

/** Milliseconds of processor time that a process and its children have used, or nothing where the system does not tell as Linux does. */
export function cpuOf(pid: number): number | undefined {
  return sumOf(pid, (each) => {
    const stat = read(`/proc/${each}/stat`);
    if (stat === undefined) return undefined;
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS;
  });
}

/** The most resident memory since `forgetPeak`, in MB: of a process and of each of its children. */
export function peakOf(pid: number): number | undefined {
  return sumOf(pid, (each) => memoryOf(each, 'VmHWM'));
}

/** Resident memory, in MB. */
export function residentOf(pid: number): number | undefined {
  return memoryOf(pid, 'VmRSS');
}

/** Begins anew what `peakOf` tells. */
export function forgetPeak(pid: number): void {
  try {
    for (const each of familyOf(pid)) writeFileSync(`/proc/${each}/clear_refs`, '5');
  } catch {
    // where it may not be written, the peak is that of the whole life of the process
  }
}

function sumOf(pid: number, figureOf: (pid: number) => number | undefined): number | undefined {
  const figures = familyOf(pid).map(figureOf);
  return figures.includes(undefined) ? undefined : figures.reduce((sum: number, figure) => sum + (figure ?? 0), 0);
}

function familyOf(pid: number): readonly number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`) ?? '';
  return [
    pid,
    ...children
      .split(' ')
      .filter((text) => text.trim() !== '')
      .map(Number),
  ];
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

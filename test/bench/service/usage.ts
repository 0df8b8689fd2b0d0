import { readFileSync, writeFileSync } from 'node:fs';

/** Ticks per second in `/proc/<pid>/stat`, on every Linux that Node supports. */
const TICKS = 100;

/** Returns the milliseconds of processor time that a process and its children have used; undefined without the `/proc` of Linux. */
export function cpuOf(pid: number): number | undefined {
  return sumOf(pid, (each) => {
    const stat = read(`/proc/${each}/stat`);
    if (stat === undefined) return undefined;
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS;
  });
}

/** Returns the sum of the peak resident memory of a process and each of its children since `forgetPeak`, in MB. */
export function peakOf(pid: number): number | undefined {
  return sumOf(pid, (each) => memoryOf(each, 'VmHWM'));
}

/** Returns the resident memory, in MB. */
export function residentOf(pid: number): number | undefined {
  return memoryOf(pid, 'VmRSS');
}

/** Resets the peak that `peakOf` returns. */
export function forgetPeak(pid: number): void {
  try {
    for (const each of familyOf(pid)) writeFileSync(`/proc/${each}/clear_refs`, '5');
  } catch {
    // without write permission, the peak is that of the whole life of the process
  }
}

function sumOf(pid: number, figureOf: (pid: number) => number | undefined): number | undefined {
  const figures = familyOf(pid).map(figureOf);
  return figures.includes(undefined) ? undefined : figures.reduce((sum: number, figure) => sum + (figure ?? 0), 0);
}

/** Returns a process and its children. */
export function familyOf(pid: number): readonly number[] {
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

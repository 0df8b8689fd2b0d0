import { Client } from './client';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from './service-process';
import { waitFor } from './wait-for';

/** An instance of several workers. */
export interface WorkersService extends ServiceProcess {
  readonly folder: string;
  /** A client of the first administrator, with a new connection for each request. */
  readonly admin: Client;
  /** Returns the lines of the log: one for each completed request, and the messages of the workers and the main process. */
  readonly lines: () => readonly LogLine[];
  readonly sweepUp: () => Promise<void>;
}

export interface LogLine {
  readonly pid: number;
  readonly level: number;
  /** The number of the worker; undefined for the main process. */
  readonly worker?: number;
  readonly msg: string;
}

/** Starts an instance and resolves when all workers serve. */
export async function startWorkers(
  count: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<WorkersService> {
  const folder = makeServiceFolder();
  const service = await startServiceProcess(folder, { WORKERS: String(count), LOG_LEVEL: 'info', ...settings });
  await waitFor(() => service.log().includes(`${count} workers are ready`));
  const admin = new Client(service.api, await service.issueToken(), { connection: 'close' });
  return { ...service, folder, admin, lines: () => readLines(service.log()), sweepUp: () => sweepUp(folder, service) };
}

/** Returns the processes of the workers that have completed requests. */
export function answered(lines: readonly LogLine[]): readonly number[] {
  return [...new Set(lines.filter(({ msg }) => msg === 'request').map(({ pid }) => pid))];
}

function readLines(log: string): readonly LogLine[] {
  const whole = log.slice(0, log.lastIndexOf('\n') + 1).split('\n');
  return whole.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as LogLine);
}

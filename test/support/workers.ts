import { Client } from './client';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from './service-process';
import { waitFor } from './wait-for';

/** An instance of several workers. */
export interface WorkersService extends ServiceProcess {
  readonly folder: string;
  /** The first administrator, with a new connection for each request. */
  readonly admin: Client;
  /** A line of the log for each request that was answered, and for what else the workers and the main process have to say. */
  readonly lines: () => readonly LogLine[];
  readonly sweepUp: () => Promise<void>;
}

export interface LogLine {
  readonly pid: number;
  readonly level: number;
  /** The number of the worker; none is the main process. */
  readonly worker?: number;
  readonly msg: string;
}

/** Resolves when all workers serve. */
export async function startWorkers(
  count: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<WorkersService> {
  const folder = makeServiceFolder();
  const service = await startServiceProcess(folder, { WORKERS: String(count), LOG_LEVEL: 'info', ...settings });
  await waitFor(() => service.log().includes(`${count} workers serve`));
  const admin = new Client(service.api, await service.issueToken(), { connection: 'close' });
  return { ...service, folder, admin, lines: () => readLines(service.log()), sweepUp: () => sweepUp(folder, service) };
}

/** The processes of the workers that have answered requests. */
export function answered(lines: readonly LogLine[]): readonly number[] {
  return [...new Set(lines.filter(({ msg }) => msg === 'request').map(({ pid }) => pid))];
}

function readLines(log: string): readonly LogLine[] {
  const whole = log.slice(0, log.lastIndexOf('\n') + 1).split('\n');
  return whole.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as LogLine);
}

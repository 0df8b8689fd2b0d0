import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port';

const CONFIGURATION = join(__dirname, '..', '..', 'deploy', 'haproxy.cfg');

/** A HAProxy with the configuration of the repository. */
export interface Haproxy {
  readonly url: string;
  /** Returns the counters of HAProxy for an instance (`show stat`): `status` is UP or DOWN, `wretr` counts retried connections. */
  readonly figuresOf: (instance: 'one' | 'two') => Promise<ReadonlyMap<string, string>>;
  readonly untilUp: (instance: 'one' | 'two') => Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts HAProxy in front of two instances, each `<host>:<port>`. Its files are written to `folder`. `frontend` replaces the default
 * one.
 */
export async function startHaproxy(
  folder: string,
  instances: readonly [string, string],
  frontend?: string,
): Promise<Haproxy> {
  const socket = join(folder, 'haproxy.sock');
  const configuration = join(folder, 'haproxy.cfg');
  const more = join(folder, 'socket.cfg');
  const shipped = readFileSync(CONFIGURATION, 'utf8');
  writeFileSync(configuration, frontend === undefined ? shipped : shipped.replace(/^frontend [^]*?\n\n/m, `${frontend}\n`)); // prettier-ignore
  writeFileSync(more, `global\n  stats socket ${socket}\n`);
  const bind = `127.0.0.1:${await freePort()}`;
  const env = { ...process.env, BIND: bind, INSTANCE_1: instances[0], INSTANCE_2: instances[1] };
  const haproxy = spawn('haproxy', ['-db', '-f', configuration, '-f', more], { stdio: 'ignore', env });
  const ended = once(haproxy, 'exit');
  const figuresOf = async (instance: string): Promise<ReadonlyMap<string, string>> => {
    const connection = connect(socket);
    connection.write('show stat\n');
    const [head, ...rows] = (await text(connection)).trim().split('\n').map((line) => line.split(',')); // prettier-ignore
    const row = rows.find(([proxy, name]) => proxy === 'instances' && name === instance)!;
    return new Map(head!.map((name, index) => [name, row[index]!]));
  };
  const untilUp = async (instance: string): Promise<void> => {
    const isUp = (): Promise<boolean> => figuresOf(instance).then((figures) => figures.get('status') === 'UP', () => false); // prettier-ignore
    while (haproxy.exitCode === null && !(await isUp())) await sleep(50);
    if (haproxy.exitCode !== null) throw new Error(`haproxy ended with ${haproxy.exitCode}`);
  };
  const stop = async (): Promise<void> => {
    haproxy.kill('SIGTERM');
    await ended;
  };
  return { url: `http://${bind}`, figuresOf, untilUp, stop };
}

import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { OWNER_ONLY_FOLDER } from '../../config';

const NAME = /^(?<host>.+)-(?<pid>\d+)-(?<id>[\da-f]{32})$/;
/** The prefix of all folder ids of this process. A list of the ids would take memory for every DuckDB that was ever opened. */
const OWN = randomBytes(10).toString('hex');
let made = 0;

/**
 * Returns a path for the spill files of one DuckDB, in the folder `tmp` of the data directory. Two instances must not share one: they write
 * to files of the same names, and crash. DuckDB creates the folder when it first needs it, and removes it when it is closed. This function
 * removes the folders of killed processes of this machine.
 */
export async function makeSpillFolder(dataDir: string): Promise<string> {
  const parent = join(dataDir, 'tmp');
  await mkdir(parent, { recursive: true, mode: OWNER_ONLY_FOLDER });
  const names = await readdir(parent);
  await Promise.all(names.filter(isLeft).map((name) => rm(join(parent, name), { recursive: true, force: true })));
  const id = OWN + (made++).toString(16).padStart(12, '0');
  return join(parent, `${hostname()}-${process.pid}-${id}`);
}

/**
 * Returns whether a folder belongs to a process that no longer runs. That process may have had the id of this one, because the first
 * process of a container always has the same id.
 */
function isLeft(name: string): boolean {
  const { host, pid, id } = NAME.exec(name)?.groups ?? {};
  if (host !== hostname() || id?.startsWith(OWN) !== false) return false;
  return Number(pid) === process.pid || !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

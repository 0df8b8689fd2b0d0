import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { OWNER_ONLY_FOLDER } from '../../config';

const NAME = /^(?<host>.+)-(?<pid>\d+)-(?<id>[\da-f]{32})$/;
/** How the ids of all folders begin that this process makes: to remember each would take memory for every DuckDB that was ever opened. */
const OWN = randomBytes(10).toString('hex');
let made = 0;

/**
 * A path for what one DuckDB spills, in the folder `tmp` of the service. Two of them must not share one: they write to files of the same
 * names, and crash. DuckDB makes the folder when it first needs it, and removes it when it is closed; what processes of this machine
 * that were killed have left is removed here.
 */
export async function makeSpillFolder(dataDir: string): Promise<string> {
  const parent = join(dataDir, 'tmp');
  await mkdir(parent, { recursive: true, mode: OWNER_ONLY_FOLDER });
  const names = await readdir(parent);
  await Promise.all(names.filter(isLeft).map((name) => rm(join(parent, name), { recursive: true, force: true })));
  const id = OWN + (made++).toString(16).padStart(12, '0');
  return join(parent, `${hostname()}-${process.pid}-${id}`);
}

/** The first process of a container has the number of the one before. */
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

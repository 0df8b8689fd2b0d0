import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';

/** Neither the group nor others may read, write or enter. */
export const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
const OF_OTHERS = 0o077;

/** Makes a folder, and those above it, for their owner alone. One that is there is left as it is. */
export function makeOwnFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: OWNER_ONLY_FOLDER });
}

/** Has a file be there for its owner alone, also one that is there and was open to others. */
export function makeOwnFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', OWNER_ONLY_FILE));
  closeToOthers(path);
}

/** Takes the access of others from a file that is there; one of another owner is left as it is. */
export function closeToOthers(path: string): void {
  if (accessOfOthers(path) === undefined) return;
  try {
    chmodSync(path, OWNER_ONLY_FILE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/** The mode of a file or folder which others may read, write or enter; undefined where they may not. Windows has no such modes. */
export function accessOfOthers(path: string): string | undefined {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return process.platform === 'win32' || (mode & OF_OTHERS) === 0 ? undefined : (mode & 0o777).toString(8);
}

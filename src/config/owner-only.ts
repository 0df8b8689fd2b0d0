import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';

/** The mode of folders that only their owner may read, write or enter. */
export const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;
const OF_OTHERS = 0o077;

/** Creates a folder and its missing parents, accessible only to their owner. Does not change an existing folder. */
export function makeOwnFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: OWNER_ONLY_FOLDER });
}

/** Ensures that a file exists and is accessible only to its owner, also if it exists and was open to others. */
export function makeOwnFile(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', OWNER_ONLY_FILE));
  closeToOthers(path);
}

/** Removes the access of others to an existing file. Does not change a file of another owner. */
export function closeToOthers(path: string): void {
  if (accessOfOthers(path) === undefined) return;
  try {
    chmodSync(path, OWNER_ONLY_FILE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/**
 * Returns the mode of a file or folder that others may read, write or enter; undefined if they may not, and on Windows, which has no modes.
 */
export function accessOfOthers(path: string): string | undefined {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return process.platform === 'win32' || (mode & OF_OTHERS) === 0 ? undefined : (mode & 0o777).toString(8);
}

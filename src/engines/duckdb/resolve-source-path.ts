import { realpath } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import { refusals } from '../running/refusals';

/** Returns the folder that contains all file data sources, with its own links followed. */
export async function sourcesFolder(dataDir: string): Promise<string> {
  return realpath(join(dataDir, 'sources')).catch((error: unknown) => {
    throw refusals.unfit('there is no folder "sources" in the data directory of the service', error);
  });
}

/** Returns `path` below `folder`; rejects a path that leads out of it. `assertInside` checks links. */
export function resolveSourcePath(folder: string, path: string): string {
  const leadsOut = path === '' || isAbsolute(path) || /[\\\0]/.test(path) || path.split('/').includes('..');
  if (leadsOut)
    throw refusals.misconfigured('the path of a data source must be relative and inside the folder "sources"');
  return join(folder, path);
}

/** Throws unless the file exists and is, with links followed, below `folder`. */
export async function assertInside(folder: string, file: string): Promise<void> {
  const target = await realpath(file).catch((error: unknown) => {
    throw refusals.unfit('there is no file with this path', error);
  });
  if (!target.startsWith(folder + sep)) throw refusals.unfit('a link points out of the folder "sources"');
}

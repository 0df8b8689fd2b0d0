import { realpath } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import { refusals } from '../running/refusals';

/** The folder that holds all file data sources, with its own links followed. */
export async function sourcesFolder(dataDir: string): Promise<string> {
  return realpath(join(dataDir, 'sources')).catch((error: unknown) => {
    throw refusals.unfit('there is no folder "sources" in the data directory of the service', error);
  });
}

/** `path` below `folder`, refused where its text could lead out. Whether links lead out is `assertInside`'s to say. */
export function resolveSourcePath(folder: string, path: string): string {
  const leadsOut = path === '' || isAbsolute(path) || /[\\\0]/.test(path) || path.split('/').includes('..');
  if (leadsOut)
    throw refusals.misconfigured('the path of a data source is relative and stays below the folder "sources"');
  return join(folder, path);
}

/** Throws unless the file is there and lies, links followed, below `folder`. */
export async function assertInside(folder: string, file: string): Promise<void> {
  const target = await realpath(file).catch((error: unknown) => {
    throw refusals.unfit('there is no file at its path', error);
  });
  if (!target.startsWith(folder + sep)) throw refusals.unfit('a link leads out of the folder "sources"');
}

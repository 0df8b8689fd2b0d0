import { readTextFile } from './read-text-file';
import { VARIABLE_OF } from './variable-of';

/** The settings that may be read from files, as an orchestrator mounts secrets. */
const SECRETS: readonly (keyof typeof VARIABLE_OF)[] = [
  'databaseUrl',
  'cacheUrl',
  'apiAuthSalt',
  'apiAuthSaltPrevious',
  'adminPassword',
];

/** Settings by field, and what is wrong with the files of others. */
interface Secrets {
  readonly settings: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/** Reads each secret setting whose variable with `_FILE` names a file, without the line break at its end. */
export function readSecretFiles(source: NodeJS.ProcessEnv): Secrets {
  const settings: Record<string, string> = {};
  const problems: string[] = [];
  for (const field of SECRETS) {
    const variable = VARIABLE_OF[field];
    const path = source[`${variable}_FILE`] ?? '';
    if (path === '') continue;
    const text = (source[variable] ?? '') === '' ? readTextFile(path) : undefined;
    if (text !== undefined && text !== '') settings[field] = text;
    else if (text === undefined && (source[variable] ?? '') !== '')
      problems.push(`${variable} and ${variable}_FILE exclude each other`);
    else problems.push(`${variable}_FILE must name a readable file that is not empty`);
  }
  return { settings, problems };
}

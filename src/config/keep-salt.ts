import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeOwnFolder } from './owner-only';

/**
 * Returns the salt of a demo, generated once as a Fernet key and stored in `DATA_DIR/api-auth-salt`, readable only by its owner
 * (docs/settings.md).
 */
export function keepSalt(dataDir: string): string {
  const path = join(dataDir, 'api-auth-salt');
  if (!existsSync(path)) {
    makeOwnFolder(dataDir);
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, `${randomBytes(32).toString('base64url')}=\n`, { mode: 0o600 });
    renameSync(unfinished, path);
  }
  return readFileSync(path, 'utf8').trim();
}

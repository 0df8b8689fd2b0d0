import { X509Certificate } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { isIP } from 'node:net';
import { isAbsolute, join, sep } from 'node:path';
import { createSecureContext } from 'node:tls';
import { refusals } from '../running/refusals';

/**
 * A function that reads a certificate or key file, by the path in an option. An option that contains PEM itself is not read from a file.
 */
export type ReadFile = (path: string) => string;

/** What a connection verifies of the certificate of its server. */
interface Verification {
  readonly rejectUnauthorized: boolean;
  readonly verifyIdentity: boolean;
}

/** The options of a connection with TLS; certificates and keys are PEM. */
export interface TlsOptions extends Verification {
  readonly minVersion: 'TLSv1.2';
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

const MODES: ReadonlyMap<string, Verification | undefined> = new Map([
  ['off', undefined],
  ['required', { rejectUnauthorized: false, verifyIdentity: false }],
  ['verify_ca', { rejectUnauthorized: true, verifyIdentity: false }],
  ['verify_identity', { rejectUnauthorized: true, verifyIdentity: true }],
]);
const FILES = ['ssl_ca', 'ssl_cert', 'ssl_key'] as const;

/**
 * Returns the TLS options for connections to `hosts`, from `ssl_mode`, `ssl_ca`, `ssl_cert` and `ssl_key`; undefined without TLS. A
 * connection never falls back to a weaker mode.
 */
export function readTls(
  options: ReadonlyMap<string, string>,
  hosts: readonly string[],
  readFile: ReadFile,
): TlsOptions | undefined {
  const name = options.get('ssl_mode') ?? (FILES.some((file) => options.has(file)) ? '' : 'off');
  if (!MODES.has(name))
    throw refusals.misconfigured(`the option "ssl_mode" must be one of ${[...MODES.keys()].join(', ')}`);
  const mode = MODES.get(name);
  if (mode === undefined) return undefined;
  if (mode.verifyIdentity && hosts.some((host) => isIP(host) !== 0))
    throw refusals.misconfigured(
      '"ssl_mode" verify_identity needs a host name, because certificates are not compared with IP addresses',
    );
  const [ca, cert, key] = FILES.map((file) => readPem(options.get(file), file, readFile));
  if ((cert === undefined) !== (key === undefined))
    throw refusals.misconfigured('the options "ssl_cert" and "ssl_key" must be set together');
  assertUsable({ ca, cert, key });
  return { ...mode, minVersion: 'TLSv1.2', ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
}

/**
 * Returns a reader for files in the folder `certificates` of the data directory. It reads no other files, so that the author of a data
 * source sees nothing else of the machine.
 */
export function certificateReader(dataDir: string): ReadFile {
  return (path) => {
    if (isAbsolute(path) || path.includes('\0')) throw new Error('the path must be relative');
    const folder = realpathSync(join(dataDir, 'certificates'));
    const file = realpathSync(join(folder, path));
    if (!file.startsWith(folder + sep)) throw new Error('the path points out of the folder');
    return readFileSync(file, 'utf8');
  };
}

function readPem(value: string | undefined, option: string, readFile: ReadFile): string | undefined {
  if (value === undefined || value.includes('-----BEGIN ')) return value;
  try {
    return readFile(value);
  } catch (error) {
    throw refusals.unfit(`the option "${option}" is neither PEM nor the path of a readable file`, error);
  }
}

/** Throws if certificates or keys are unusable. The driver would fail during a handshake, where the error cannot be caught. */
function assertUsable({ ca, cert, key }: { ca?: string; cert?: string; key?: string }): void {
  try {
    if (ca !== undefined) new X509Certificate(ca);
    createSecureContext({ ca, cert, key });
  } catch (error) {
    throw refusals.unfit(
      'the options "ssl_ca", "ssl_cert" and "ssl_key" are not certificates with their key in PEM',
      error,
    );
  }
}

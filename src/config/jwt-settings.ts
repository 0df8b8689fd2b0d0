import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import { readTextFile } from './read-text-file';

/** The variables of tokens of no tenant (docs/settings.md); each tenant has the same with its name in place of `DEFAULT`, or after `JWT`. */
export const JWT_VARIABLES = [
  'JWT_JWKS_URL',
  'JWT_DEFAULT_KEY',
  'JWT_DEFAULT_ALGORITHM',
  'JWT_ISSUER',
  'JWT_DEFAULT_AUDIENCE',
  'JWT_USE_EMAIL_OR_USER',
  'JWT_ROLES_CLAIM',
] as const;

const VARIABLE =
  /^JWT_(?:(?<tenant>[A-Z0-9_]+?)_)?(?:DEFAULT_)?(?<setting>JWKS_URL|KEY|ALGORITHM|ISSUER|AUDIENCE|USE_EMAIL_OR_USER|ROLES_CLAIM)(?<file>_FILE)?$/;
const SECRET_ALGORITHM = /^HS(256|384|512)$/;
const ALGORITHM = /^((HS|RS|PS|ES)(256|384|512)|EdDSA|Ed25519)$/;
const LEAST_SECRET_BYTES = 32;

/** What the tokens of one tenant, or those without a tenant, must satisfy. */
export interface JwtIssuer {
  /** The URL of the published keys, or a fixed key. */
  readonly keys: URL | KeyObject;
  /** The only algorithm that is accepted. */
  readonly algorithm: string;
  readonly issuer: string | undefined;
  readonly audience: string | undefined;
  /** The claim that contains the e-mail address, or the name, of the user. */
  readonly userClaim: string;
  readonly rolesClaim: string | undefined;
}

/** Who issues tokens, by the name of the tenant in lower case; the empty name is for tokens without a tenant. */
export type JwtIssuers = ReadonlyMap<string, JwtIssuer>;

/** Returns the issuers that the variables describe, and what is wrong with them, without their values. */
export function readJwtIssuers(source: NodeJS.ProcessEnv): { issuers: JwtIssuers; problems: readonly string[] } {
  const issuers = new Map<string, JwtIssuer>();
  const problems: string[] = [];
  for (const [tenant, given] of groupByTenant(source, problems)) {
    const issuer = readIssuer(given, problems);
    if (issuer !== undefined) issuers.set(tenant, issuer);
  }
  return { issuers, problems };
}

/** A value, and the variable that contains it, for messages. */
interface Given {
  readonly variable: string;
  readonly value: string;
}

type Setting = 'JWKS_URL' | 'KEY' | 'ALGORITHM' | 'ISSUER' | 'AUDIENCE' | 'USE_EMAIL_OR_USER' | 'ROLES_CLAIM';
type GivenSettings = Map<Setting, Given>;

function groupByTenant(source: NodeJS.ProcessEnv, problems: string[]): ReadonlyMap<string, GivenSettings> {
  const tenants = new Map<string, GivenSettings>();
  for (const [variable, text = ''] of Object.entries(source)) {
    const { tenant = '', setting, file } = VARIABLE.exec(variable)?.groups ?? {};
    if (setting === undefined || text === '') continue;
    const name = tenant === 'DEFAULT' ? '' : tenant.toLowerCase();
    const settings = tenants.get(name) ?? new Map<Setting, Given>();
    const other = settings.get(setting as Setting);
    if (other !== undefined) problems.push(`${other.variable} and ${variable} exclude each other`);
    const value = file === undefined ? text : readFile(variable, text, problems);
    tenants.set(name, settings.set(setting as Setting, { variable, value }));
  }
  return tenants;
}

function readFile(variable: string, path: string, problems: string[]): string {
  const text = readTextFile(path) ?? '';
  if (text === '') problems.push(`${variable} must name a readable file that is not empty`);
  return text;
}

function readIssuer(given: GivenSettings, problems: string[]): JwtIssuer | undefined {
  const algorithm = given.get('ALGORITHM')?.value ?? 'RS256';
  if (!ALGORITHM.test(algorithm))
    problems.push(
      `${given.get('ALGORITHM')?.variable ?? ''} must be an algorithm of signatures, such as RS256, ES256 or HS256`,
    );
  const keys = readKeys(given, SECRET_ALGORITHM.test(algorithm), problems);
  if (keys === undefined) return undefined;
  return {
    keys,
    algorithm,
    issuer: given.get('ISSUER')?.value,
    audience: given.get('AUDIENCE')?.value,
    userClaim: given.get('USE_EMAIL_OR_USER')?.value ?? 'email',
    rolesClaim: given.get('ROLES_CLAIM')?.value,
  };
}

function readKeys(given: GivenSettings, isSecret: boolean, problems: string[]): URL | KeyObject | undefined {
  const [url, key] = [given.get('JWKS_URL'), given.get('KEY')];
  if (url !== undefined && key !== undefined) problems.push(`${url.variable} and ${key.variable} exclude each other`);
  if (url !== undefined) {
    if (isSecret) problems.push(`${url.variable} is not possible with an algorithm that uses a secret`);
    const read = readUrl(url.value);
    if (read === undefined) problems.push(`${url.variable} must be a URL of http or https, without a user`);
    return read;
  }
  if (key === undefined) return undefined;
  const read = isSecret ? readSecret(key.value) : readPublicKey(key.value);
  const form = isSecret ? `a secret of at least ${LEAST_SECRET_BYTES} bytes, not a public key` : 'a public key in PEM';
  if (read === undefined) problems.push(`${key.variable} must be ${form}, for this algorithm`);
  return read;
}

function readUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '' ? url : undefined;
}

/** A public key is not accepted as a secret: everyone who knows it could sign tokens. */
function readSecret(text: string): KeyObject | undefined {
  const bytes = Buffer.from(text);
  return bytes.length < LEAST_SECRET_BYTES || text.includes('-----BEGIN ') ? undefined : createSecretKey(bytes);
}

/** Reads a PEM, also one whose line breaks are written as `\n`, as in files of variables. */
function readPublicKey(text: string): KeyObject | undefined {
  try {
    return createPublicKey(text.replaceAll('\\n', '\n'));
  } catch {
    return undefined;
  }
}

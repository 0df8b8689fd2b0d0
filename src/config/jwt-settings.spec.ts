import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEnvironment } from './environment';
import { readJwtIssuers } from './jwt-settings';

const PEM = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'pem' }).toString(); // prettier-ignore
const SECRET = 'a secret of at least 32 bytes, as it must be';

it('reads the settings of tokens without a tenant, and of each tenant', () => {
  const { issuers, problems } = readJwtIssuers({
    JWT_JWKS_URL: 'https://id.example.org/keys',
    JWT_ISSUER: 'https://id.example.org',
    JWT_DEFAULT_AUDIENCE: 'ontology',
    JWT_ROLES_CLAIM: 'roles',
    JWT_ROLES: 'a',
    JWT_ACME_INC_KEY: PEM.replaceAll('\n', '\\n'),
    JWT_ACME_INC_DEFAULT_ALGORITHM: 'ES256',
    JWT_ACME_INC_USE_EMAIL_OR_USER: 'sub',
    JWT_OTHER_ISSUER: 'without a key',
  });
  const none = { issuer: undefined, audience: undefined, userClaim: 'email', rolesClaim: undefined };
  expect(problems).toEqual([]);
  expect([...issuers]).toEqual([
    ['', { ...none, keys: new URL('https://id.example.org/keys'), algorithm: 'RS256', issuer: 'https://id.example.org', audience: 'ontology', rolesClaim: 'roles' }],
    ['acme_inc', { ...none, keys: expect.objectContaining({ type: 'public' }) as unknown, algorithm: 'ES256', userClaim: 'sub' }],
  ]); // prettier-ignore
});

it.each<readonly [Record<string, string>, string]>([
  [{ JWT_JWKS_URL: 'https://x.org', JWT_DEFAULT_KEY: PEM }, 'JWT_JWKS_URL and JWT_DEFAULT_KEY exclude each other'],
  [{ JWT_JWKS_URL: 'file:///etc/keys' }, 'JWT_JWKS_URL must be a URL of http or https, without a user'],
  [{ JWT_JWKS_URL: 'https://a:b@x.org' }, 'JWT_JWKS_URL must be a URL of http or https, without a user'],
  [{ JWT_JWKS_URL: 'https://x.org', JWT_DEFAULT_ALGORITHM: 'HS256' }, 'JWT_JWKS_URL is not possible with an algorithm that uses a secret'],
  [{ JWT_DEFAULT_KEY: PEM, JWT_DEFAULT_ALGORITHM: 'none' }, 'JWT_DEFAULT_ALGORITHM must be an algorithm of signatures'],
  [{ JWT_DEFAULT_KEY: PEM, JWT_DEFAULT_ALGORITHM: 'HS256' }, 'JWT_DEFAULT_KEY must be a secret of at least 32 bytes, not a public key'],
  [{ JWT_DEFAULT_KEY: 'short', JWT_DEFAULT_ALGORITHM: 'HS256' }, 'JWT_DEFAULT_KEY must be a secret of at least 32 bytes'],
  [{ JWT_A_KEY: SECRET }, 'JWT_A_KEY must be a public key in PEM, for this algorithm'],
  [{ JWT_A_KEY: PEM, JWT_A_DEFAULT_KEY: PEM }, 'JWT_A_KEY and JWT_A_DEFAULT_KEY exclude each other'],
  [{ JWT_A_KEY_FILE: '/nothing' }, 'JWT_A_KEY_FILE must name a readable file that is not empty'],
  [{ DATA_SOURCE_ENVS: 'JWT_A_KEY@h', JWT_A_KEY: PEM }, 'DATA_SOURCE_ENVS'],
])('rejects %j', (variables, message) => {
  expect(() => readEnvironment({ API_AUTH_SALT: 'a salt for tests, long', ...variables })).toThrow(message);
}); // prettier-ignore

it('reads a key from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'jwt-test-'));
  writeFileSync(join(folder, 'key'), `${SECRET}\n`);
  const { issuers } = readJwtIssuers({ JWT_A_KEY_FILE: join(folder, 'key'), JWT_A_ALGORITHM: 'HS512' });
  rmSync(folder, { recursive: true });
  expect(issuers.get('a')).toMatchObject({
    algorithm: 'HS512',
    keys: { type: 'secret', symmetricKeySize: SECRET.length },
  });
});

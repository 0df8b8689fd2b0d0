import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

/** Creates a bearer token from the Fernet specification, without the code of the service. */
export function makeBearer(user: string, password: string, salt: string): string {
  const key = fernetKey(salt);
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-128-cbc', key.subarray(16), iv);
  const credentials = Buffer.from(`${user}:${password}`).toString('base64');
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000)));
  const signed = Buffer.concat([Buffer.from([0x80]), time, iv, cipher.update(credentials), cipher.final()]);
  const signature = createHmac('sha256', key.subarray(0, 16)).update(signed).digest();
  return Buffer.concat([signed, signature]).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}

/** Returns an API token that the service issues for a bearer token. */
export async function getToken(api: string, bearer: string): Promise<string> {
  const response = await fetch(`${api}/get_token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
  });
  const body = (await response.json()) as { readonly data: readonly string[] };
  if (response.status !== 200) throw new Error(`get_token answered ${JSON.stringify(body)}`);
  return body.data[0] ?? '';
}

function fernetKey(salt: string): Buffer {
  const isKey = /^[A-Za-z0-9_-]{43}=$/.test(salt);
  return isKey ? Buffer.from(salt, 'base64url') : createHash('sha256').update(salt).digest();
}

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a temporary certificate authority and its certificates, in `folder`. */
export interface Certificates {
  readonly ca: string;
  readonly server: { readonly cert: string; readonly key: string };
  readonly client: { readonly cert: string; readonly key: string };
}

/** Creates a certificate for a server with the name `serverName` and one for a client. */
export function makeCertificates(folder: string, serverName: string): Certificates {
  const file = (name: string) => join(folder, name);
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'ignore' });
  const request = (name: string, subject: string) =>
    openssl('req', '-newkey', 'rsa:2048', '-nodes', '-keyout', file(`${name}.key`), '-out', file(`${name}.csr`), '-subj', `/CN=${subject}`); // prettier-ignore
  openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', file('ca.key'), '-out', file('ca.pem'), '-subj', '/CN=test authority'); // prettier-ignore
  writeFileSync(file('extensions'), `subjectAltName=DNS:${serverName}\n`);
  for (const [name, subject] of [
    ['server', serverName],
    ['client', 'reader'],
  ] as const) {
    request(name, subject);
    openssl('x509', '-req', '-days', '2', '-in', file(`${name}.csr`), '-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial', '-out', file(`${name}.pem`), '-extfile', file('extensions')); // prettier-ignore
  }
  const pair = (name: string) => ({ cert: file(`${name}.pem`), key: file(`${name}.key`) });
  return { ca: file('ca.pem'), server: pair('server'), client: pair('client') };
}

import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** The content security policy of the console: all of it comes from this service, nothing is inline, and no text becomes code or markup. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};
const PAGE = 'index.html';
/** The names of all other files contain a hash of their contents. */
const FOREVER = 'public, max-age=31536000, immutable';

/** Where `npm run build` writes the console, seen from the compiled service and from its sources. */
const FOLDERS = ['../../../console', '../../../dist/console'].map((path) => join(__dirname, path));

/**
 * Serves the console, the web page that `npm run build` makes, without a key: the page contains no data, and requests them with the token of
 * its user. Does nothing if it has not been built.
 */
export function serveConsole(instance: FastifyInstance, serviceName: string): void {
  const folder = FOLDERS.find((path) => existsSync(join(path, PAGE)));
  if (folder === undefined) return;
  const path = `/${serviceName}/console`;
  const send = async (reply: FastifyReply, file: string): Promise<FastifyReply> => {
    const headers = {
      'content-security-policy': POLICY,
      'cache-control': file === PAGE ? 'no-cache' : FOREVER,
      'content-type': TYPES[extname(file)],
    };
    return reply.headers(headers).send(await readFile(join(folder, file)));
  };
  instance.get(path, { config: { queryParameters: 'any' } }, ({ url }, reply) => {
    const [requested = ''] = url.split('?');
    // the page names its files relative to the folder; a relative address also fits behind a proxy that adds a prefix
    return requested.endsWith('/') ? send(reply, PAGE) : reply.redirect('console/', 308);
  });
  for (const file of readdirSync(folder).filter((name) => name !== PAGE && extname(name) in TYPES))
    instance.get(`${path}/${file}`, (_request, reply) => send(reply, file));
}

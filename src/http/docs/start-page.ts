import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { docsPath, documentPath } from './docs-paths';

const STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:3rem auto;padding:0 1rem}' +
  'dt{margin-top:1rem}dd{margin:0}';

/** The content security policy of the page: it loads only its own style, and runs no script. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What a reader of the page can open, in this order, by the member of the JSON answer. */
const LINKS = {
  console: ['Console', 'look at the ontologies and query them in the browser'],
  documentation: ['Documentation of the interface', 'every endpoint, with examples'],
  token_page: ['Get an API token', 'for programs that act for you'],
} as const;

/**
 * Serves `GET /` and `GET /{svc}`, which require no key: a page that leads to the console, the documentation and the token page for clients
 * that accept HTML, and the paths of these and of the endpoints as JSON for all others. Neither reveals anything that is stored. `basePath` is
 * what a proxy adds in front of all paths.
 */
export function serveStartPage(instance: FastifyInstance, serviceName: string, basePath: string): void {
  const route = `/${serviceName}`;
  const root = `${basePath}${route}`;
  const hasConsole = (): boolean => instance.hasRoute({ method: 'GET', url: `${route}/console` });
  const pathsOf = (): Readonly<Record<string, string>> => ({
    ...(hasConsole() && { console: `${root}/console/` }),
    documentation: `${basePath}${docsPath(serviceName)}`,
    token_page: `${root}/get_${serviceName}_user_token/`,
    api: `${root}/api/`,
    openapi: `${basePath}${documentPath(serviceName)}`,
    health: `${basePath}/health/ready`,
  });
  for (const url of ['/', route])
    instance.get(url, ({ headers }, reply): FastifyReply => {
      void reply.header('vary', 'accept');
      const paths = pathsOf();
      if (!acceptsHtml(headers.accept)) return reply.send({ data: paths, status: 'success' });
      return reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(printPage(paths));
    });
}

/** Returns whether the client names HTML; programs send no `Accept`, or one that accepts everything. */
function acceptsHtml(accept = ''): boolean {
  return accept.split(',').some((type) => /^\s*text\/html\s*(?:;(?!\s*q=0(?:\.0*)?\s*$)|$)/i.test(type));
}

function printPage(paths: Readonly<Record<string, string>>): string {
  const links = Object.entries(LINKS).flatMap(([member, [title, purpose]]) => {
    const path = paths[member];
    return path === undefined ? [] : [`<dt><a href="${path}">${title}</a></dt>\n<dd>${purpose}</dd>`];
  });
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Ontology Query Service</title><style>${STYLE}</style></head>
<body>
<main>
<h1>Ontology Query Service</h1>
<p>This service lets people and programs query relational databases as a knowledge graph: as concepts, their properties and their relationships.</p>
<dl>
${links.join('\n')}
</dl>
</main>
</body>
</html>
`;
}

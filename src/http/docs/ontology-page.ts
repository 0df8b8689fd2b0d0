import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** The content security policy of the page and its script: everything comes from this service, and nothing is inline. */
const POLICY = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
].join(';');

const SCRIPT = 'show-ontology.mjs';

/** Adds the script of the page, and returns a function that sends the page. It is the same for every name, so that it does not reveal which ontologies exist. */
export function serveOntologyPage(
  instance: FastifyInstance,
  docsPath: string,
  { basePath, tokenPath }: { readonly basePath: string; readonly tokenPath: string },
): (reply: FastifyReply) => FastifyReply {
  const script = readFileSync(join(__dirname, SCRIPT), 'utf8');
  const page = printPage(`${basePath}${docsPath}`, `${basePath}${tokenPath}`);
  const prepare = (reply: FastifyReply): FastifyReply => reply.header('content-security-policy', POLICY);
  instance.get(`${docsPath}/${SCRIPT}`, { config: { queryParameters: 'any' } }, (_request, reply) =>
    prepare(reply).type('text/javascript; charset=utf-8').send(script),
  );
  return (reply) => prepare(reply).code(200).type('text/html; charset=utf-8').send(page);
}

function printPage(docsPath: string, tokenPath: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>OpenAPI document of an ontology</title>
<link rel="stylesheet" href="${docsPath}/swagger-ui.css">
<link rel="icon" type="image/png" href="${docsPath}/favicon-32x32.png" sizes="32x32">
<script src="${docsPath}/swagger-ui-bundle.js" defer></script>
<script src="${docsPath}/${SCRIPT}" type="module"></script>
</head>
<body>
<main class="swagger-ui">
<div class="wrapper">
<form id="log-in" hidden>
<h1>OpenAPI document of an ontology</h1>
<p>The document contains what its reader may query. This tab keeps the token until it is closed. <a href="${tokenPath}">Get a token</a></p>
<label>API token <input id="token" type="password" autocomplete="off" required></label>
<button class="btn authorize">Show the document</button>
</form>
<p id="message" role="alert"></p>
<button id="forget" class="btn" type="button" hidden>Forget the token</button>
<noscript>This page needs JavaScript.</noscript>
</div>
<div id="document"></div>
</main>
</body>
</html>
`;
}

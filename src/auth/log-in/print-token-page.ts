import { createHash } from 'node:crypto';

const STYLE =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:3rem auto;padding:0 1rem}' +
  'label,input,button{display:block;width:100%;box-sizing:border-box;font:inherit}input,button{padding:.5rem;margin:.25rem 0 1rem}' +
  'code{display:block;padding:.75rem;background:#eee;overflow-wrap:anywhere;user-select:all}.refusal{color:#a00}';

/** The content security policy of the page: it loads only its own style, runs no script, and sends the form only to this service. */
export const TOKEN_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Returns the log-in form (docs/http-api.md), with the error of the previous attempt. */
export function printLogInPage(refusal?: string): string {
  const notice = refusal === undefined ? '' : `<p class="refusal" role="alert">${escapeHtml(refusal)}</p>`;
  return printPage(`<h1>Get an API token</h1>${notice}
<form method="post">
<label>User name<input name="user" autocomplete="username" required autofocus></label>
<label>Password<input name="password" type="password" autocomplete="current-password" required></label>
<label>Name of the token (optional)<input name="token_name" maxlength="128" autocomplete="off"></label>
<button>Get a token</button>
</form>`);
}

/** Returns the page that shows a new token. The token is not shown again. */
export function printTokenPage(user: string, token: string): string {
  return printPage(`<h1>Your API token</h1>
<p>For user ${escapeHtml(user)}. Send it as the header <b>x-api-key</b>. Copy it now: it will not be shown again.</p>
<code>${escapeHtml(token)}</code>`);
}

function printPage(body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API token</title><style>${STYLE}</style></head>
<body>
${body}
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/* The script of the page `docs/<ontology>`: shows the OpenAPI document of the ontology that its address names, as the token of this tab may see it. */

const KEY = 'api-token';
/** The address ends with `<service>/docs/<ontology>`; a proxy may have added what is in front of it. */
const [, root, name] = /^(.*)\/docs\/([^/]*)\/?$/.exec(location.pathname);
const [form, field, message, forget] = ['log-in', 'token', 'message', 'forget'].map((id) =>
  document.getElementById(id),
);

/** Adds the token to the requests that the page sends to this service. */
function authorize(request) {
  if (new URL(request.url, location.href).origin === location.origin) {
    request.headers = { ...request.headers, 'x-api-key': sessionStorage.getItem(KEY) };
  }
  return request;
}

/** Requests the token, and says why. */
function ask(reason) {
  sessionStorage.removeItem(KEY);
  message.textContent = reason;
  form.hidden = false;
  forget.hidden = true;
  field.focus();
}

async function show() {
  const { url, headers } = authorize({ url: `${root}/api/openapi/${name}.json` });
  const response = await fetch(url, { headers });
  const body = await response.json();
  if (response.status === 401) return ask(body.data);
  form.hidden = true;
  forget.hidden = false;
  message.textContent = response.ok ? '' : [body.data, body.error?.hint].filter(Boolean).join(': ');
  if (!response.ok) return undefined;
  document.title = `${body.info.title}: OpenAPI`;
  return SwaggerUIBundle({ spec: body, dom_id: '#document', deepLinking: true, requestInterceptor: authorize });
}

function start() {
  show().catch(() => (message.textContent = 'The document cannot be loaded: the service does not respond.'));
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  sessionStorage.setItem(KEY, field.value.trim());
  field.value = '';
  start();
});
forget.addEventListener('click', () => {
  sessionStorage.removeItem(KEY);
  location.reload();
});
if (sessionStorage.getItem(KEY) === null) ask('');
else start();

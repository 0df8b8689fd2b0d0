import { setTimeout as sleep } from 'node:timers/promises';
import { runInNewContext } from 'node:vm';
import { makeServiceFolder, type ServiceProcess, startServiceProcess, sweepUp } from '../support/service-process';
import { waitFor } from '../support/wait-for';

const POLICY =
  "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self'";
/** Headers that differ from one response to the next. */
const OWN = ['date', 'x-request-id'];

const folder = makeServiceFolder();
let service: ServiceProcess;
let page: string;
let token: string;
beforeAll(async () => {
  service = await startServiceProcess(folder, { DATABASE_URL: '', LOG_LEVEL: 'info' });
  token = await service.issueToken();
  page = service.api.replace(/api$/, 'docs');
}, 60_000);
afterAll(() => sweepUp(folder, service));

describe('the page of the OpenAPI document of an ontology', () => {
  it('is the same without a key for every name', async () => {
    const seen = new Set<string>();
    for (const name of ['world', 'world/', 'nothing', '%C3%BC%20x', '..%2f..%2fpackage.json', '%00', 'x'.repeat(200)]) {
      const response = await fetch(`${page}/${name}`, { headers: { 'x-api-key': 'anything' } });
      const headers = [...response.headers].filter(([header]) => !OWN.includes(header));
      seen.add(JSON.stringify([response.status, headers, await response.text()]));
    }
    expect(seen.size).toBe(1);
    const { status, headers } = await fetch(`${page}/world`, { method: 'HEAD' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toBe(POLICY);
    expect((await fetch(`${page}/world/more`)).status).toBe(404);
  });

  it('names only files of this service, and has nothing inline', async () => {
    const html = await (await fetch(`${page}/world`)).text();
    const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file!);
    expect(files.length).toBe(5);
    for (const file of files) expect([file, (await fetch(new URL(file, page))).status]).toEqual([file, 200]);
    expect(html).not.toMatch(/<style|style=|<script(?![^>]* src=)|\son\w+=/);
  });

  it('requests the document with the token of the tab, which no address and no line of the log contains', async () => {
    const script = await fetch(`${page}/show-ontology.mjs`);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const tab = openTab(await script.text(), `${page}/world`);
    expect([tab.element('log-in').hidden, tab.requested]).toEqual([false, []]);
    tab.enter('tk_wrong');
    await waitFor(() => tab.element('message').textContent !== '');
    expect([tab.element('message').textContent, tab.storage.size]).toEqual(['the credentials are missing or not valid', 0]); // prettier-ignore
    tab.enter(` ${token} `);
    const { spec, requestInterceptor } = await waitFor(() => tab.shown[0]);
    expect([tab.element('log-in').hidden, tab.element('token').value, spec.info.title]).toEqual([true, '', 'world']);
    expect(new Set(tab.requested)).toEqual(new Set([`${service.api}/openapi/world.json`]));
    expect(requestInterceptor({ url: `${service.api}/q/world/concept/city` }).headers).toEqual({ 'x-api-key': token });
    expect(requestInterceptor({ url: 'https://elsewhere.example/' }).headers).toBeUndefined();
    expect([...tab.storage.values()]).toEqual([token]);
    await sleep(200);
    expect(service.log()).toContain('/svc/docs');
    for (const secret of [token, 'tk_wrong']) expect(service.log()).not.toContain(secret);
  });

  it('shows why there is no document, and forgets the token on demand', async () => {
    const script = await (await fetch(`${page}/show-ontology.mjs`)).text();
    const tab = openTab(script, `${page}/wurld`, [['api-token', token]]);
    await waitFor(() => tab.element('message').textContent !== '');
    expect(tab.element('message').textContent).toMatch(/^unknown ontology "wurld"/);
    tab.element('forget').listener?.({ preventDefault: () => undefined });
    expect([tab.storage.size, tab.shown.length]).toEqual([0, 0]);
  });
});

interface Shown {
  readonly spec: { readonly info: { readonly title: string } };
  readonly requestInterceptor: (request: { readonly url: string }) => { readonly headers?: object };
}

interface Element {
  hidden: boolean;
  value: string;
  textContent: string;
  listener?: (event: { readonly preventDefault: () => void }) => void;
}

/** Runs the script of the page on this address, with as much of a browser as it uses. */
function openTab(script: string, address: string, stored: readonly (readonly [string, string])[] = []) {
  const elements = new Map<string, Element>();
  const [storage, requested, shown] = [new Map(stored), [] as string[], [] as Shown[]];
  const element = (id: string): Element => {
    const known = elements.get(id);
    if (known !== undefined) return known;
    const made: Element = { hidden: true, value: '', textContent: '' };
    const addEventListener = (_: string, listener: NonNullable<Element['listener']>): void => void (made.listener = listener); // prettier-ignore
    elements.set(id, Object.assign(made, { addEventListener, focus: () => undefined }));
    return made;
  };
  const { href, origin, pathname } = new URL(address);
  runInNewContext(script, {
    URL,
    location: { href, origin, pathname, reload: () => undefined },
    document: { getElementById: element },
    sessionStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
      removeItem: (key: string) => storage.delete(key),
    },
    fetch: (path: string, options: RequestInit) => {
      requested.push(new URL(path, address).href);
      return fetch(new URL(path, address), options);
    },
    SwaggerUIBundle: (options: Shown) => shown.push(options),
  });
  const enter = (value: string): void => {
    element('token').value = value;
    element('log-in').listener?.({ preventDefault: () => undefined });
  };
  return { element, enter, requested, shown, storage };
}

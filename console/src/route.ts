/** What the address shows. It is the part after `#`, which browsers do not send to servers. */
export type Route =
  | { readonly screen: 'home' }
  | { readonly screen: 'ontology'; readonly ontology: string; readonly concept?: string | undefined }
  | { readonly screen: 'data'; readonly ontology: string; readonly concept?: string; readonly filter: string }
  | { readonly screen: 'entity'; readonly ontology: string; readonly concept: string; readonly id: string }
  | { readonly screen: 'history'; readonly ontology: string; readonly version?: string }
  | { readonly screen: 'sources' | 'connect' | 'access' | 'audit' | 'account'; readonly ontology: string }
  | { readonly screen: 'ask'; readonly ontology: string; readonly statement: string };

export function printRoute(route: Route): string {
  switch (route.screen) {
    case 'home':
      return '#/';
    case 'ontology':
      return address([route.ontology, 'ontology', route.concept]);
    case 'data':
      return address([route.ontology, 'data', route.concept], { filter: route.filter });
    case 'entity':
      return address([route.ontology, 'entity', route.concept, route.id]);
    case 'history':
      return address([route.ontology, 'history', route.version]);
    case 'sources':
    case 'connect':
    case 'access':
    case 'audit':
    case 'account':
      return address([route.ontology, route.screen]);
    case 'ask':
      return address([route.ontology, 'ask'], { q: route.statement });
  }
}

/** Returns the route of an address; the start of the console for any that it does not know. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const [ontology, screen = '', ...parts] = path.split('/').map(decode);
  if (!ontology) return { screen: 'home' };
  const read = Object.hasOwn(SCREENS, screen) ? SCREENS[screen] : undefined;
  const start: Route = { screen: 'ontology', ontology };
  return read?.(ontology, parts.filter(Boolean), new URLSearchParams(query)) ?? start;
}

type ReadRoute = (ontology: string, parts: readonly string[], search: URLSearchParams) => Route | undefined;

/** Reads the address of each screen, behind the names of the ontology and the screen. */
const SCREENS: Readonly<Record<string, ReadRoute>> = {
  ontology: (ontology, [concept]) => ({ screen: 'ontology', ontology, ...(concept && { concept }) }),
  data: (ontology, [concept], search) => {
    return { screen: 'data', ontology, ...(concept && { concept }), filter: search.get('filter') ?? '' };
  },
  entity: (ontology, [concept, id]) => (concept && id ? { screen: 'entity', ontology, concept, id } : undefined),
  ask: (ontology, _parts, search) => ({ screen: 'ask', ontology, statement: search.get('q') ?? '' }),
  sources: (ontology) => ({ screen: 'sources', ontology }),
  access: (ontology) => ({ screen: 'access', ontology }),
  connect: (ontology) => ({ screen: 'connect', ontology }),
  audit: (ontology) => ({ screen: 'audit', ontology }),
  account: (ontology) => ({ screen: 'account', ontology }),
  history: (ontology, [version]) => ({ screen: 'history', ontology, ...(version && { version }) }),
};

function address(parts: readonly (string | undefined)[], query: Readonly<Record<string, string>> = {}): string {
  const path = parts.filter((part) => part !== undefined).map(encodeURIComponent);
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  return `#/${path.join('/')}${search.size === 0 ? '' : `?${search.toString()}`}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

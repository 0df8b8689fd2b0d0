/** What the address shows. It is the part after `#`, which browsers do not send to servers. */
export type Route =
  | { readonly screen: 'home' }
  | { readonly screen: 'ontology'; readonly ontology: string; readonly concept?: string | undefined }
  | { readonly screen: 'data'; readonly ontology: string; readonly concept?: string; readonly filter: string }
  | { readonly screen: 'entity'; readonly ontology: string; readonly concept: string; readonly id: string }
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
    case 'ask':
      return address([route.ontology, 'ask'], { q: route.statement });
  }
}

/** Returns the route of an address; the start of the console for any that it does not know. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const [ontology, screen, concept, id] = path.split('/').map(decode);
  const search = new URLSearchParams(query);
  if (!ontology) return { screen: 'home' };
  if (screen === 'ask') return { screen, ontology, statement: search.get('q') ?? '' };
  if (screen === 'entity' && concept && id) return { screen, ontology, concept, id };
  const named = concept ? { concept } : {};
  if (screen === 'data') return { screen, ontology, ...named, filter: search.get('filter') ?? '' };
  return { screen: 'ontology', ontology, ...named };
}

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

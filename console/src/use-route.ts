import { useEffect, useState } from 'preact/hooks';
import { parseRoute, printRoute, type Route } from './route';

export function go(route: Route): void {
  location.hash = printRoute(route);
}

/** Changes the address without an entry in the history of the browser. */
export function replaceRoute(route: Route): void {
  history.replaceState(null, '', printRoute(route));
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useEffect(() => {
    const read = (): void => {
      setRoute(parseRoute(location.hash));
    };
    read(); // the address may have changed between the first drawing and this effect
    addEventListener('hashchange', read);
    return () => {
      removeEventListener('hashchange', read);
    };
  }, []);
  return route;
}

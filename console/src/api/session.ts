import type { Session } from './service';

const KEY = 'session';

/** Returns the session of this tab, unless it has ended. */
export function readSession(now = Date.now()): Session | undefined {
  const stored = sessionStorage.getItem(KEY);
  if (stored === null) return undefined;
  const session = JSON.parse(stored) as Session;
  return Date.parse(session.expires_at) > now ? session : undefined;
}

/** Keeps the session until the tab is closed; undefined ends it. */
export function keepSession(session: Session | undefined): void {
  if (session === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, JSON.stringify(session));
}

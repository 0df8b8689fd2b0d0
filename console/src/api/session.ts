import type { Session } from './service';

const KEY = 'session';
/** Whose statements the tab keeps. */
const OWNER = 'owner';

/** Returns the session of this tab, unless it has ended. */
export function readSession(now = Date.now()): Session | undefined {
  const stored = sessionStorage.getItem(KEY);
  if (stored === null) return undefined;
  const session = JSON.parse(stored) as Session;
  return Date.parse(session.expires_at) > now ? session : undefined;
}

/** Keeps the session until the tab is closed, and forgets what another user wrote in the tab. */
export function keepSession(session: Session): void {
  if (sessionStorage.getItem(OWNER) !== session.user) sessionStorage.clear();
  sessionStorage.setItem(OWNER, session.user);
  sessionStorage.setItem(KEY, JSON.stringify(session));
}

/** Forgets everything after a log-out. What the user wrote is kept where a session only ends, for its user to go on. */
export function forgetSession(isLogOut: boolean): void {
  if (isLogOut) sessionStorage.clear();
  else sessionStorage.removeItem(KEY);
}

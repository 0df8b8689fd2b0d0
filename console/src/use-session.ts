import { useCallback, useEffect, useState } from 'preact/hooks';
import { Service, type Session } from './api/service';
import { forgetSession, keepSession, readSession } from './api/session';

interface SessionState {
  readonly session: Session | undefined;
  /** Why the last session has ended; empty where the user knows. */
  readonly reason: string;
  /** Begins a session; undefined ends it, for this reason. */
  readonly change: (session: Session | undefined, reason?: string) => void;
}

/** The session of the tab, which a link with a one-time code opens, and which ends with its token. */
export function useSession(): SessionState {
  const [session, setSession] = useState(readSession);
  const [reason, setReason] = useState('');
  const change = useCallback((next: Session | undefined, why = '') => {
    if (next === undefined) forgetSession(why === '');
    else keepSession(next);
    setSession(next);
    setReason(why);
  }, []);
  useEffect(() => {
    const code = takeOneTimeCode();
    if (code === undefined) return;
    Service.logInOnce(code).then(change, () => {
      change(undefined, 'The link to log in has been used or has expired.');
    });
  }, [change]);
  useEffect(() => {
    if (session === undefined) return undefined;
    const end = (): void => {
      change(undefined, 'Your session has ended.');
    };
    const timer = setTimeout(end, Date.parse(session.expires_at) - Date.now());
    return () => {
      clearTimeout(timer);
    };
  }, [session, change]);
  return { session, reason, change };
}

/** Removes a code to log in once from the address, and returns it. */
function takeOneTimeCode(): string | undefined {
  const [, code] = /^#once=(.+)$/.exec(location.hash) ?? [];
  if (code !== undefined) history.replaceState(null, '', '#/');
  return code;
}

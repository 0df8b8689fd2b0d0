import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Service } from './api/service';
import { LogIn } from './log-in';
import { Shell } from './shell';
import { useSession } from './use-session';

/** The console: the log-in, or what the user of the session may see. */
export function App(): JSX.Element {
  const { session, reason, change } = useSession();
  const service = useMemo(() => {
    const end = (why: string): void => {
      change(undefined, why);
    };
    return session && new Service(session.token, end);
  }, [session, change]);
  if (session === undefined || service === undefined) return <LogIn reason={reason} onLogIn={change} />;
  const logOut = (): void => {
    const end = (): void => {
      change(undefined);
    };
    service.logOut().then(end, end);
  };
  return <Shell service={service} user={session.user} onLogOut={logOut} />;
}

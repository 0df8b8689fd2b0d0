import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Service, type Session } from './api/service';
import type { ServiceFault } from './api/service-fault';
import { Fault } from './parts/fault';
import { textOf } from './parts/text-of';
import { faultOf } from './parts/use-loaded';

interface Props {
  /** Why the user must log in again. */
  readonly reason: string;
  readonly onLogIn: (session: Session) => void;
}

/** Asks for the user name and the password. */
export function LogIn({ reason, onLogIn }: Props): JSX.Element {
  const [fault, setFault] = useState<ServiceFault>();
  const [waits, setWaits] = useState(false);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    setWaits(true);
    try {
      onLogIn(await Service.logIn(textOf(form, 'user'), textOf(form, 'password')));
    } catch (error) {
      setFault(faultOf(error));
      setWaits(false);
    }
  };
  return (
    <main class="log-in">
      <h1>Ontology console</h1>
      <p>See the concepts behind your tables, walk from entity to entity, and ask in SQL.</p>
      {reason !== '' && <p role="status">{reason}</p>}
      <form onSubmit={(event) => void submit(event)}>
        <label>
          User name
          <input name="user" autocomplete="username" required autofocus />
        </label>
        <label>
          Password
          <input name="password" type="password" autocomplete="current-password" required />
        </label>
        {fault && <Fault fault={fault} />}
        <button disabled={waits}>Log in</button>
      </form>
    </main>
  );
}

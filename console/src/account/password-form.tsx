import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Service } from '../api/service';
import type { ServiceFault } from '../api/service-fault';
import { Fault } from '../parts/fault';
import { quoteName, quoteText } from '../parts/statements';
import { textOf } from '../parts/text-of';
import { faultOf } from '../parts/use-loaded';

interface Props {
  readonly ontology: string;
  readonly service: Service;
  readonly user: string;
}

/** Changes the password of the user, which ends this session and all other tokens. */
export function PasswordForm({ ontology, service, user }: Props): JSX.Element {
  const [fault, setFault] = useState<ServiceFault>();
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const [previous, next] = ['previous', 'next'].map((name) => quoteText(textOf(form, name)));
    try {
      await service.query(
        ontology,
        `ALTER USER ${quoteName(user)} SET PASSWORD ${next ?? ''} REPLACE ${previous ?? ''}`,
      );
      await service.ontologies(); // asks for a new log-in, since the token is revoked
    } catch (error) {
      setFault(faultOf(error));
    }
  };
  return (
    <section>
      <h2>Password</h2>
      <p>A new password ends this session, and revokes all tokens.</p>
      <form class="actions" onSubmit={(event) => void submit(event)}>
        <input name="user" value={user} autocomplete="username" readOnly hidden />
        <label>
          Previous password <input name="previous" type="password" autocomplete="current-password" required />
        </label>
        <label>
          New password <input name="next" type="password" autocomplete="new-password" required />
        </label>
        <button>Change</button>
      </form>
      {fault && <Fault fault={fault} />}
    </section>
  );
}

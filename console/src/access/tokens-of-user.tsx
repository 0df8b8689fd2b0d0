import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Tokens } from '../account/tokens';
import type { Service } from '../api/service';
import { textOf } from '../parts/text-of';

interface Props {
  readonly ontology: string;
  readonly service: Service;
}

/** The API tokens of any user, for callers with ADMIN on all. */
export function TokensOfUser({ ontology, service }: Props): JSX.Element {
  const [user, setUser] = useState('');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setUser(textOf(new FormData(event.currentTarget as HTMLFormElement), 'owner').trim());
  };
  return (
    <section>
      <h2>Tokens of a user</h2>
      <form class="actions" onSubmit={submit}>
        <label>
          Owner of tokens <input name="owner" required list="users" autocomplete="off" />
        </label>
        <button>Show the tokens</button>
      </form>
      {user !== '' && <Tokens key={user} ontology={ontology} service={service} user={user} />}
    </section>
  );
}

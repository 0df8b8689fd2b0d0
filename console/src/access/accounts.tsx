import type { JSX } from 'preact';
import type { Result, Row, Service } from '../api/service';
import { ActionTable } from '../parts/action-table';
import { QuietButton } from '../parts/quiet-button';
import { printValue } from '../parts/print-value';
import { ResultTable } from '../parts/result-table';
import { Show } from '../parts/show';
import { quoteName, quoteText } from '../parts/statements';
import { textOf } from '../parts/text-of';
import type { Change } from '../parts/use-change';
import { useQuery } from '../parts/use-query';

interface Props {
  readonly ontology: string;
  readonly service: Service;
  readonly change: Change;
}

/** The users and roles of the service, for callers who may list them. */
export function Accounts({ ontology, service, change }: Props): JSX.Element {
  const users = useQuery(service, ontology, 'SHOW USERS', change.times);
  const roles = useQuery(service, ontology, 'SHOW ROLES', change.times);
  const send = (statement: string): void => void change.send(statement);
  return (
    <section>
      <h2>Users</h2>
      <Show of={users}>{({ data }: Result) => <UserTable users={data} onChange={send} />}</Show>
      <NewUser onCreate={send} />
      <h2>Roles</h2>
      <Show of={roles}>
        {(result: Result) => (
          <>
            <ResultTable caption="Roles" empty="There is no role." result={result} />
            <NameList id="roles" rows={result.data} />
          </>
        )}
      </Show>
      <NewRole onCreate={send} />
      <Membership onChange={send} />
    </section>
  );
}

/** Names that fields of this id of a list propose. */
function NameList({ id, rows }: { readonly id: string; readonly rows: readonly Row[] }): JSX.Element {
  return (
    <datalist id={id}>
      {rows.map(({ name }) => (
        <option key={printValue(name)} value={printValue(name)} />
      ))}
    </datalist>
  );
}

interface TableProps {
  readonly users: readonly Row[];
  readonly onChange: (statement: string) => void;
}

function UserTable({ users, onChange }: TableProps): JSX.Element {
  const rows = users.map(({ name, email, roles, state }) => {
    const [user, work] = [printValue(name), state === 'enabled' ? 'Disable' : 'Enable'];
    const press = (): void => {
      onChange(`ALTER USER ${quoteName(user)} ${work.toUpperCase()}`);
    };
    return {
      key: user,
      cells: [user, email === null ? '' : printValue(email), printValue(roles), printValue(state)],
      action: <QuietButton label={work} name={`${work} ${user}`} onPress={press} />,
    };
  });
  return (
    <>
      <NameList id="users" rows={users} />
      <ActionTable caption="Users" columns={['User', 'Address', 'Roles', 'State', 'Change']} rows={rows} />
    </>
  );
}

interface CreateProps {
  readonly onCreate: (statement: string) => void;
}

function NewUser({ onCreate }: CreateProps): JSX.Element {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const [name, password] = [textOf(new FormData(form), 'name').trim(), textOf(new FormData(form), 'password')];
    onCreate(`CREATE USER ${quoteName(name)} PASSWORD ${quoteText(password)}`);
    form.reset();
  };
  return (
    <form class="actions" onSubmit={submit}>
      <label>
        Name of a new user <input name="name" required autocomplete="off" />
      </label>
      <label>
        Password <input name="password" type="password" required autocomplete="new-password" />
      </label>
      <button>Create the user</button>
    </form>
  );
}

function NewRole({ onCreate }: CreateProps): JSX.Element {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    onCreate(`CREATE ROLE ${quoteName(textOf(form, 'role').trim())}`);
  };
  return (
    <form class="actions" onSubmit={submit}>
      <label>
        Name of a new role <input name="role" required autocomplete="off" />
      </label>
      <button>Create the role</button>
    </form>
  );
}

function Membership({ onChange }: Pick<TableProps, 'onChange'>): JSX.Element {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const [role, user] = [textOf(form, 'role').trim(), textOf(form, 'user').trim()].map(quoteName);
    const isGiven = event.submitter?.getAttribute('value') === 'grant';
    onChange(
      isGiven ? `GRANT ROLE ${role ?? ''} TO USER ${user ?? ''}` : `REVOKE ROLE ${role ?? ''} FROM USER ${user ?? ''}`,
    );
  };
  return (
    <form class="actions" onSubmit={submit}>
      <label>
        Role <input name="role" required list="roles" autocomplete="off" />
      </label>
      <label>
        of user <input name="user" required list="users" autocomplete="off" />
      </label>
      <button name="work" value="grant">
        Grant the role
      </button>
      <button name="work" value="revoke">
        Revoke the role
      </button>
    </form>
  );
}

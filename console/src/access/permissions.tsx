import type { JSX } from 'preact';
import type { Result, Row, Service } from '../api/service';
import { ActionTable } from '../parts/action-table';
import { QuietButton } from '../parts/quiet-button';
import { printValue } from '../parts/print-value';
import { Show } from '../parts/show';
import { textOf } from '../parts/text-of';
import type { Change } from '../parts/use-change';
import { useQuery } from '../parts/use-query';
import { concerns, grantStatement, type GranteeType, resourceOf, revokeStatement, RIGHTS } from './grant-statements';

interface Props {
  readonly ontology: string;
  readonly service: Service;
  readonly change: Change;
}

/** Who may do what with the ontology: permissions are granted and revoked. */
export function Permissions({ ontology, service, change }: Props): JSX.Element {
  const permissions = useQuery(service, ontology, 'SHOW PERMISSIONS', change.times);
  return (
    <section>
      <h2>Permissions</h2>
      <Show of={permissions}>
        {({ data }: Result) => (
          <PermissionTable
            rows={data.filter(({ resource }) => concerns(printValue(resource), ontology))}
            onRevoke={(statement) => void change.send(statement)}
          />
        )}
      </Show>
      <NewPermission ontology={ontology} onGrant={(statement) => void change.send(statement)} />
    </section>
  );
}

interface TableProps {
  readonly rows: readonly Row[];
  readonly onRevoke: (statement: string) => void;
}

function PermissionTable({ rows, onRevoke }: TableProps): JSX.Element {
  if (rows.length === 0) return <p role="status">There are no permissions that you may revoke.</p>;
  const revocable = rows.map(({ grantee_type: type, grantee, permission, resource }) => {
    const [right, on, name] = [permission, resource, grantee].map(printValue) as [string, string, string];
    const holder = `${printValue(type)} ${name}`;
    const press = (): void => {
      onRevoke(revokeStatement(right, on, printValue(type) as GranteeType, name));
    };
    return {
      key: `${holder} ${right} ${on}`,
      cells: [holder, right, on],
      action: <QuietButton label="Revoke" name={`Revoke ${right} on ${on} from ${name}`} onPress={press} />,
    };
  });
  return <ActionTable caption="Permissions" columns={['Granted to', 'Permission', 'On', 'Revoke']} rows={revocable} />;
}

interface FormProps {
  readonly ontology: string;
  readonly onGrant: (statement: string) => void;
}

function NewPermission({ ontology, onGrant }: FormProps): JSX.Element {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const type = textOf(form, 'type') as GranteeType;
    onGrant(grantStatement(textOf(form, 'right'), resourceOf(ontology), type, textOf(form, 'grantee').trim()));
  };
  return (
    <form class="actions" onSubmit={submit}>
      <label>
        Grant{' '}
        <select name="right">
          {RIGHTS.map((right) => (
            <option key={right} value={right} selected={right === 'QUERY'}>
              {right}
            </option>
          ))}
        </select>
      </label>
      <label>
        on {ontology} to the{' '}
        <select name="type">
          <option value="user">user</option>
          <option value="role">role</option>
        </select>
      </label>
      <label>
        <span class="hidden">Name of the user or role</span>
        <input name="grantee" required autocomplete="off" />
      </label>
      <button>Grant</button>
    </form>
  );
}

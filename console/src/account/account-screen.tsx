import type { JSX } from 'preact';
import type { Result, Service } from '../api/service';
import { ResultTable } from '../parts/result-table';
import { Show } from '../parts/show';
import { useQuery } from '../parts/use-query';
import { PasswordForm } from './password-form';
import { Tokens } from './tokens';

interface Props {
  readonly ontology: string;
  readonly service: Service;
  readonly user: string;
}

/** What the user may do, and the user's own tokens and password. */
export function AccountScreen({ ontology, service, user }: Props): JSX.Element {
  const rights = useQuery(
    service,
    ontology,
    'SELECT permission, resource FROM svc.sys_permissions ORDER BY resource, permission',
  );
  return (
    <>
      <h1>{user}</h1>
      <h2>Rights</h2>
      <Show of={rights}>
        {(result: Result) => <ResultTable caption="Rights" empty="You have no rights." result={result} />}
      </Show>
      <Tokens ontology={ontology} service={service} user={user} />
      <Users ontology={ontology} service={service} />
      <PasswordForm ontology={ontology} service={service} user={user} />
    </>
  );
}

/** The users of the service, for callers who may list them. */
function Users({ ontology, service }: Omit<Props, 'user'>): JSX.Element | null {
  const users = useQuery(service, ontology, 'SHOW USERS');
  if (users.state !== 'loaded') return null;
  return (
    <section>
      <h2>Users</h2>
      <ResultTable caption="Users" empty="There are no users." result={users.value} />
    </section>
  );
}

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
      <h2>Tokens</h2>
      <Tokens ontology={ontology} service={service} user={user} />
      <PasswordForm ontology={ontology} service={service} user={user} />
    </>
  );
}

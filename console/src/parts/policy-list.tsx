import type { ComponentChildren, JSX } from 'preact';
import type { Result, Service } from '../api/service';
import { policiesOf, type Policy } from '../model/policies';
import { printValue } from './print-value';
import { Show } from './show';
import { quoteName } from './statements';
import { useQuery } from './use-query';

interface Props {
  readonly ontology: string;
  readonly service: Service;
  /** Counts changes after which the policies are read again. */
  readonly changes?: number;
  /** Returns whether a policy is listed. */
  readonly isListed?: (policy: Policy) => boolean;
  /** Draws what stands beside the statement of a policy. */
  readonly action?: (policy: Policy) => ComponentChildren;
}

/** The policies of an ontology that the user may see, as statements. */
export function PolicyList({ ontology, service, changes = 0, isListed = () => true, action }: Props): JSX.Element {
  const script = useQuery(service, ontology, `SHOW CREATE ONTOLOGY ${quoteName(ontology)}`, changes);
  return (
    <Show of={script}>
      {({ data: [row] }: Result) => {
        const policies = policiesOf(printValue(row?.script)).filter(isListed);
        if (policies.length === 0) return <p role="status">There is no policy that you may see.</p>;
        return (
          <ul class="cards">
            {policies.map((policy) => (
              <li key={policy.name}>
                <code>{policy.statement}</code> {action?.(policy)}
              </li>
            ))}
          </ul>
        );
      }}
    </Show>
  );
}

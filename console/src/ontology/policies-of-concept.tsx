import type { JSX } from 'preact';
import type { Result, Service } from '../api/service';
import type { Concept, Model } from '../model/model';
import { concernsConcept, policiesOf } from '../model/policies';
import { printValue } from '../parts/print-value';
import { Show } from '../parts/show';
import { quoteName } from '../parts/statements';
import { useQuery } from '../parts/use-query';

interface Props {
  readonly model: Model;
  readonly service: Service;
  readonly concept: Concept;
}

/** The masks and filters that apply to entities of a concept. */
export function PoliciesOfConcept({ model, service, concept }: Props): JSX.Element {
  const script = useQuery(service, model.name, `SHOW CREATE ONTOLOGY ${quoteName(model.name)}`);
  return (
    <Show of={script}>
      {({ data: [row] }: Result) => {
        const policies = policiesOf(printValue(row?.script)).filter((policy) =>
          concernsConcept(model, concept, policy),
        );
        if (policies.length === 0) return <p role="status">There is no policy that you may see.</p>;
        return (
          <ul class="cards">
            {policies.map(({ name, statement }) => (
              <li key={name}>
                <code>{statement}</code>
              </li>
            ))}
          </ul>
        );
      }}
    </Show>
  );
}

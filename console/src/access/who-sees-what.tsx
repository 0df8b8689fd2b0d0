import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Result, Service } from '../api/service';
import { mainConcepts, type Model } from '../model/model';
import { ResultTable } from '../parts/result-table';
import { Show } from '../parts/show';
import { quoteName } from '../parts/statements';
import { textOf } from '../parts/text-of';
import { useQuery } from '../parts/use-query';

interface Props {
  readonly model: Model;
  readonly service: Service;
  /** Counts changes of rights and policies. */
  readonly changes: number;
}

/** What a user sees of a concept, and why. */
export function WhoSeesWhat({ model, service, changes }: Props): JSX.Element {
  const [statement, setStatement] = useState<string>();
  const [first] = mainConcepts(model, 1);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const [concept, user] = [textOf(form, 'concept'), textOf(form, 'user').trim()];
    setStatement(`SHOW ACCESS TO ${quoteName(concept)} FOR USER ${quoteName(user)}`);
  };
  return (
    <section>
      <h2>Who sees what</h2>
      <form class="actions" onSubmit={submit}>
        <label>
          User <input name="user" required list="users" autocomplete="off" />
        </label>
        <label>
          Concept{' '}
          <select name="concept">
            {[...model.concepts.keys()].map((name) => (
              <option key={name} value={name} selected={name === first?.name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button>Explain</button>
      </form>
      {statement !== undefined && (
        <Explanation key={statement} model={model} service={service} changes={changes} statement={statement} />
      )}
    </section>
  );
}

function Explanation({ model, service, changes, statement }: Props & { readonly statement: string }): JSX.Element {
  const access = useQuery(service, model.name, statement, changes);
  return (
    <Show of={access}>
      {(result: Result) => <ResultTable caption="What the user sees" empty="Nothing." result={result} />}
    </Show>
  );
}

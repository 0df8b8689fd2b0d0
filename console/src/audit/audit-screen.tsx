import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Result, Service } from '../api/service';
import type { Model } from '../model/model';
import { ResultTable } from '../parts/result-table';
import { Show } from '../parts/show';
import { useQuery } from '../parts/use-query';
import { printRoute } from '../route';
import { type AuditFilter, auditStatement } from './audit-statement';
import { SourceStates } from './source-states';

interface Props {
  readonly model: Model;
  readonly service: Service;
}

const OUTCOMES: Readonly<Record<AuditFilter['outcome'], string>> = {
  all: 'every outcome',
  success: 'success',
  failed: 'everything else',
};

/** The audit log of the ontology, and the state of its data sources. */
export function AuditScreen({ model, service }: Props): JSX.Element {
  const [filter, setFilter] = useState<AuditFilter>({ user: '', text: '', outcome: 'all' });
  const [reads, setReads] = useState(0);
  const statement = auditStatement(model.name, filter);
  const entries = useQuery(service, model.name, statement, reads);
  return (
    <>
      <h1>Audit</h1>
      <FilterFields
        onApply={(next) => {
          setFilter(next);
          setReads(reads + 1);
        }}
      />
      <p>
        The latest 500 requests to this ontology, for its administrators.{' '}
        <a href={printRoute({ screen: 'ask', ontology: model.name, statement })}>Change the statement</a>
      </p>
      <Show of={entries}>
        {(result: Result) => (
          <ResultTable caption="Entries" empty="There are no entries that you may see." result={result} />
        )}
      </Show>
      <SourceStates ontology={model.name} service={service} />
    </>
  );
}

function FilterFields({ onApply }: { readonly onApply: (filter: AuditFilter) => void }): JSX.Element {
  const [user, setUser] = useState('');
  const [text, setText] = useState('');
  const [outcome, setOutcome] = useState<AuditFilter['outcome']>('all');
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    onApply({ user: user.trim(), text, outcome });
  };
  return (
    <form class="actions" onSubmit={submit}>
      <label>
        User{' '}
        <input
          value={user}
          onInput={({ currentTarget }) => {
            setUser(currentTarget.value);
          }}
        />
      </label>
      <label>
        Statement contains{' '}
        <input
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
          }}
        />
      </label>
      <label>
        Outcome{' '}
        <select
          value={outcome}
          onChange={({ currentTarget }) => {
            setOutcome(currentTarget.value as AuditFilter['outcome']);
          }}
        >
          {Object.entries(OUTCOMES).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
      <button>Read</button>
    </form>
  );
}

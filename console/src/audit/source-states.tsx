import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Result, Service } from '../api/service';
import { QuietButton } from '../parts/quiet-button';
import { ResultTable } from '../parts/result-table';
import { Show } from '../parts/show';
import { useQuery } from '../parts/use-query';

const STATEMENT = 'SELECT * FROM svc.sys_datasource_state ORDER BY datasource';

/** The state of the data sources of an ontology that the user administers, without a request to them. */
export function SourceStates({
  ontology,
  service,
}: {
  readonly ontology: string;
  readonly service: Service;
}): JSX.Element {
  const [reads, setReads] = useState(0);
  const states = useQuery(service, ontology, STATEMENT, reads);
  return (
    <>
      <h2>Data sources</h2>
      <p class="actions">
        What the process that answers knows of them; nothing is sent to them.{' '}
        <QuietButton
          label="Refresh"
          name="Refresh the state of the data sources"
          onPress={() => {
            setReads(reads + 1);
          }}
        />
      </p>
      <Show of={states}>
        {(result: Result) => (
          <ResultTable caption="State of data sources" empty="You administer no data source." result={result} />
        )}
      </Show>
    </>
  );
}

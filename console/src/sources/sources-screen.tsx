import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Result, Service } from '../api/service';
import type { Model } from '../model/model';
import { printValue } from '../parts/row-table';
import { ResultTable } from '../parts/result-table';
import { Show } from '../parts/show';
import { quoteName } from '../parts/statements';
import { useQuery } from '../parts/use-query';
import { numberLines } from './number-lines';

interface Props {
  readonly model: Model;
  readonly service: Service;
}

/** The data sources of the ontology, its script, and what is wrong with it. */
export function SourcesScreen({ model, service }: Props): JSX.Element {
  const sources = useQuery(service, model.name, 'SHOW DATASOURCES');
  const script = useQuery(service, model.name, `SHOW CREATE ONTOLOGY ${quoteName(model.name)}`);
  return (
    <>
      <h1>Sources</h1>
      <Show of={sources}>
        {(result: Result) => <ResultTable caption="Data sources" empty="There is no data source." result={result} />}
      </Show>
      <Check model={model} service={service} />
      <h2>Script</h2>
      <p>
        These statements define the same ontology again, as far as you may read it. Statements that change it are sent
        on the screen Ask.
      </p>
      <Show of={script}>{({ data: [row] }: Result) => <pre>{numberLines(printValue(row?.script))}</pre>}</Show>
    </>
  );
}

/** Runs CHECK ONTOLOGY on demand, since it reads the catalogues of all data sources. */
function Check({ model, service }: Props): JSX.Element {
  const [checks, setChecks] = useState(0);
  return (
    <section>
      <h2>Check</h2>
      <p class="actions">
        <button
          type="button"
          onClick={() => {
            setChecks(checks + 1);
          }}
        >
          Check the ontology and its data sources
        </button>
      </p>
      {checks > 0 && <Findings key={checks} model={model} service={service} />}
    </section>
  );
}

function Findings({ model, service }: Props): JSX.Element {
  const findings = useQuery(service, model.name, `CHECK ONTOLOGY ${quoteName(model.name)}`);
  return (
    <Show of={findings}>
      {(result: Result) => <ResultTable caption="Findings" empty="Nothing is wrong." result={result} />}
    </Show>
  );
}

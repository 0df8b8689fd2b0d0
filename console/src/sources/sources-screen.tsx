import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Result, Row, Service } from '../api/service';
import type { Model } from '../model/model';
import { ResultTable } from '../parts/result-table';
import { printValue } from '../parts/print-value';
import { Show } from '../parts/show';
import { quoteName } from '../parts/statements';
import type { Loaded } from '../parts/use-loaded';
import { useQuery } from '../parts/use-query';
import { printRoute } from '../route';
import { ScriptView } from './script-view';
import { SourceTable } from './source-table';

interface Props {
  readonly model: Model;
  readonly service: Service;
}

/** The data sources of the ontology, its script, and what is wrong with it. */
export function SourcesScreen({ model, service }: Props): JSX.Element {
  const sources = useQuery(service, model.name, 'SHOW DATASOURCES');
  const script = useQuery(service, model.name, `SHOW CREATE ONTOLOGY ${quoteName(model.name)}`);
  const [checks, setChecks] = useState(0);
  const [found, setFound] = useState<readonly Row[]>([]);
  return (
    <>
      <h1>Sources</h1>
      <p>
        <a class="button" href={printRoute({ screen: 'connect', ontology: model.name })}>
          Connect a data source
        </a>
      </p>
      <Show of={sources}>
        {({ data }: Result) => <SourceTable ontology={model.name} service={service} sources={data} />}
      </Show>
      <h2>Check</h2>
      <p class="actions">
        <button
          type="button"
          onClick={() => {
            setFound([]);
            setChecks(checks + 1);
          }}
        >
          Check the ontology and its data sources
        </button>
      </p>
      {checks > 0 && <Findings key={checks} model={model} service={service} onFind={setFound} />}
      <h2>Script</h2>
      <p>
        These statements define the same ontology again, as far as you may read it. Statements that change it are sent
        on the screen Ask.
      </p>
      <Show of={script}>
        {({ data: [row] }: Result) => <ScriptView script={printValue(row?.script)} findings={found} />}
      </Show>
    </>
  );
}

interface FindingsProps extends Props {
  readonly onFind: (findings: readonly Row[]) => void;
}

/** Runs CHECK ONTOLOGY, on demand only, since it reads the catalogues of all data sources. */
function Findings({ model, service, onFind }: FindingsProps): JSX.Element {
  const findings = useQuery(service, model.name, `CHECK ONTOLOGY ${quoteName(model.name)}`);
  useReport(findings, onFind);
  return (
    <Show of={findings}>
      {(result: Result) => <ResultTable caption="Findings" empty="Nothing is wrong." result={result} />}
    </Show>
  );
}

/** Reports the rows of a statement once they are there. */
function useReport(findings: Loaded<Result>, onFind: (findings: readonly Row[]) => void): void {
  useEffect(() => {
    if (findings.state === 'loaded') onFind(findings.value.data);
  }, [findings]);
}

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Row, Service } from '../api/service';
import { printValue } from '../parts/row-table';
import { quoteName } from '../parts/statements';
import { TestOfSource } from './connect-page';

interface Props {
  readonly ontology: string;
  readonly service: Service;
  /** Rows of SHOW DATASOURCES. */
  readonly sources: readonly Row[];
}

/** The data sources of an ontology, each with a button that tests it. */
export function SourceTable({ ontology, service, sources }: Props): JSX.Element {
  if (sources.length === 0) return <p role="status">There is no data source.</p>;
  return (
    <div class="scroll" tabindex={0} role="region" aria-label="Data sources">
      <table>
        <thead>
          <tr>
            <th scope="col">Data source</th>
            <th scope="col">Type</th>
            <th scope="col">Use</th>
            <th scope="col">Test</th>
          </tr>
        </thead>
        <tbody>
          {sources.map(({ datasource, type, is_active: isActive }) => (
            <tr key={printValue(datasource)}>
              <td>{printValue(datasource)}</td>
              <td>{printValue(type)}</td>
              <td>{Number(isActive) === 1 || isActive === true ? 'mappings without USING' : 'mappings USING it'}</td>
              <td>
                <TestCell ontology={ontology} service={service} name={printValue(datasource)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  readonly ontology: string;
  readonly service: Service;
  readonly name: string;
}

function TestCell({ ontology, service, name }: CellProps): JSX.Element {
  const [tests, setTests] = useState(0);
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-label={`Test ${name}`}
        onClick={() => {
          setTests(tests + 1);
        }}
      >
        Test
      </button>
      {tests > 0 && (
        <TestOfSource
          key={tests}
          ontology={ontology}
          service={service}
          statement={`TEST DATASOURCE ${quoteName(name)}`}
        />
      )}
    </>
  );
}

import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Row, Service } from '../api/service';
import { ActionTable } from '../parts/action-table';
import { QuietButton } from '../parts/quiet-button';
import { printValue } from '../parts/print-value';
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
  const rows = sources.map(({ datasource, type, is_active: isActive }) => {
    const [name, use] = [
      printValue(datasource),
      Number(isActive) === 1 ? 'mappings without USING' : 'mappings USING it',
    ];
    return {
      key: name,
      cells: [name, printValue(type), use],
      action: <TestCell ontology={ontology} service={service} name={name} />,
    };
  });
  return <ActionTable caption="Data sources" columns={['Data source', 'Type', 'Use', 'Test']} rows={rows} />;
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
      <QuietButton
        label="Test"
        name={`Test ${name}`}
        onPress={() => {
          setTests(tests + 1);
        }}
      />
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

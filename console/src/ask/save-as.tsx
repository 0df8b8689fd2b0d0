import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Service } from '../api/service';
import type { ServiceFault } from '../api/service-fault';
import { Fault } from '../parts/fault';
import { faultOf } from '../parts/use-loaded';

interface Props {
  readonly ontology: string;
  readonly service: Service;
  readonly statement: string;
}

/** The formats of files by the endings of their names (docs/http-api.md, "Formats"). */
const FORMATS = {
  csv: { label: 'CSV', type: 'text/csv' },
  xlsx: { label: 'Excel (XLSX)', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  parquet: { label: 'Parquet', type: 'application/vnd.apache.parquet' },
  arrows: { label: 'Arrow', type: 'application/vnd.apache.arrow.stream' },
  ndjson: { label: 'JSON lines', type: 'application/x-ndjson' },
} as const;
type Ending = keyof typeof FORMATS;

/** Runs a statement again, and saves all its rows as a file. */
export function SaveAs({ ontology, statement, service }: Props): JSX.Element {
  const [fault, setFault] = useState<ServiceFault>();
  const save = async (ending: Ending): Promise<void> => {
    setFault(undefined);
    try {
      const address = URL.createObjectURL(await service.file(ontology, statement, FORMATS[ending].type));
      const link = document.createElement('a');
      link.href = address;
      link.download = `${ontology}.${ending}`;
      link.click();
      URL.revokeObjectURL(address);
    } catch (error) {
      setFault(faultOf(error));
    }
  };
  return (
    <>
      <select
        aria-label="Save as"
        value=""
        onChange={({ currentTarget }) => {
          void save(currentTarget.value as Ending);
          currentTarget.value = '';
        }}
      >
        <option value="">Save as</option>
        {Object.entries(FORMATS).map(([ending, { label }]) => (
          <option key={ending} value={ending}>
            {label}
          </option>
        ))}
      </select>
      {fault && <Fault fault={fault} />}
    </>
  );
}

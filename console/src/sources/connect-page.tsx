import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Result, Service } from '../api/service';
import { Choice } from '../parts/choice';
import { Fault } from '../parts/fault';
import { printValue } from '../parts/print-value';
import { Show } from '../parts/show';
import { quoteName } from '../parts/statements';
import { useQuery } from '../parts/use-query';
import { DraftReview } from './draft-review';
import { type GivenSource, SourceForm } from './source-form';

interface Props {
  readonly service: Service;
  /** The ontology that is open, if any: the data source can be added to it. */
  readonly ontology?: string;
  /** Called with the name of an ontology that was created or changed. */
  readonly onApply: (ontology: string) => void;
}

interface Work {
  readonly kind: 'test' | 'draft';
  readonly source: GivenSource;
  /** Counts how often something was asked for, so that it is done again. */
  readonly times: number;
}

/** Connects a database or files: asks for them, tests them, drafts an ontology or a part of one over their tables, and applies it. */
export function ConnectPage({ service, ontology, onApply }: Props): JSX.Element {
  const [work, setWork] = useState<Work>();
  const [into, setInto] = useState<string>();
  const begin = (kind: Work['kind'], source: GivenSource): void => {
    setWork({ kind, source, times: (work?.times ?? 0) + 1 });
  };
  return (
    <>
      <h1>Connect a data source</h1>
      <p>
        Concepts and relationships are drafted from its tables and keys, for you to review. Nothing is stored before you
        apply them, and nothing is ever written to the data source.
      </p>
      {ontology !== undefined && (
        <Choice
          name="What the data source becomes a part of"
          options={[
            ['new', 'A new ontology'],
            ['open', `The ontology ${ontology}`],
          ]}
          value={into === undefined ? 'new' : 'open'}
          onChoose={(choice) => {
            setInto(choice === 'new' ? undefined : ontology);
            setWork(undefined);
          }}
        />
      )}
      <SourceForm
        into={into}
        onTest={(source) => {
          begin('test', source);
        }}
        onDraft={(source) => {
          begin('draft', source);
        }}
      />
      {work?.kind === 'test' && (
        <TestOfSource
          key={work.times}
          service={service}
          statement={`TEST DATASOURCE ${work.source.definition}`}
          ontology="system"
        />
      )}
      {work?.kind === 'draft' && (
        <Draft key={work.times} service={service} source={work.source} into={into} onApply={onApply} />
      )}
    </>
  );
}

interface TestProps {
  readonly service: Service;
  readonly ontology: string;
  readonly statement: string;
}

/** Runs a TEST DATASOURCE, and says what it found. */
export function TestOfSource({ service, ontology, statement }: TestProps): JSX.Element {
  const test = useQuery(service, ontology, statement);
  return (
    <Show of={test}>
      {({ data: [row] }: Result) =>
        row?.result === 'reachable' ? (
          <p role="status">
            Reachable, with {printValue(row.tables)} tables, after {printValue(row.milliseconds)} ms.
          </p>
        ) : (
          <Fault fault={{ message: `Not reachable: ${printValue(row?.message)}`, hint: printValue(row?.code) }} />
        )
      }
    </Show>
  );
}

interface DraftProps extends Props {
  readonly source: GivenSource;
  readonly into: string | undefined;
}

function Draft({ service, source, into, onApply }: DraftProps): JSX.Element {
  const name = quoteName(source.name);
  const what = into === undefined ? `ONTOLOGY ${name} FROM DATASOURCE` : `DATASOURCE ${name}`;
  const draft = useQuery(service, into ?? 'system', `DRAFT ${what} ${source.definition}`);
  return (
    <Show of={draft}>
      {({ data: [row] }: Result) => (
        <DraftReview
          service={service}
          script={printValue(row?.script)}
          password={source.password}
          into={into}
          onApply={onApply}
        />
      )}
    </Show>
  );
}

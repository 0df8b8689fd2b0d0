import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Result, Row, Service } from '../api/service';
import type { ServiceFault } from '../api/service-fault';
import type { Model } from '../model/model';
import { Fault } from '../parts/fault';
import { printValue } from '../parts/print-value';
import { Show } from '../parts/show';
import { quoteName, quoteText } from '../parts/statements';
import { faultOf, useLoaded } from '../parts/use-loaded';
import type { Version } from './version';

interface Props {
  readonly model: Model;
  readonly service: Service;
  readonly version: Version;
  readonly versions: readonly Version[];
  readonly onChange: () => void;
}

/** One version: who made it, how it differs from another one, and what that breaks. */
export function VersionPage({ model, service, version, versions, onChange }: Props): JSX.Element {
  const [other, setOther] = useState(version.parent ?? '');
  return (
    <article>
      <h1>Version of {version.time.slice(0, 19).replace('T', ' ')}</h1>
      <dl class="facts">
        <div>
          <dt>Author</dt>
          <dd>{version.author}</dd>
        </div>
        <div>
          <dt>Id</dt>
          <dd>{version.id}</dd>
        </div>
      </dl>
      {version.id !== versions[0]?.id && (
        <Restore model={model} service={service} version={version} onChange={onChange} />
      )}
      <h2>Differences</h2>
      <label>
        Compared with{' '}
        <select
          value={other}
          onChange={({ currentTarget }) => {
            setOther(currentTarget.value);
          }}
        >
          <option value="">nothing: show its statements</option>
          {versions
            .filter(({ id }) => id !== version.id)
            .map(({ id, time, author }) => (
              <option key={id} value={id}>
                {time.slice(0, 19).replace('T', ' ')}, {author}
              </option>
            ))}
        </select>
      </label>
      {other === '' ? (
        <pre>{version.statements}</pre>
      ) : (
        <Differences key={other} model={model} service={service} from={other} to={version.id} />
      )}
    </article>
  );
}

interface DifferencesProps {
  readonly model: Model;
  readonly service: Service;
  readonly from: string;
  readonly to: string;
}

function Differences({ model, service, from, to }: DifferencesProps): JSX.Element {
  const statement = `SHOW DIFF OF ONTOLOGY ${quoteName(model.name)} FROM ${quoteText(from)} TO ${quoteText(to)}`;
  const loaded = useLoaded((signal) => service.query(model.name, statement, signal), [service, statement]);
  return (
    <Show of={loaded}>
      {({ data }: Result) => {
        const broken = data.filter(({ change }) => change === 'broken');
        const changed = data.filter(({ change }) => change !== 'broken');
        return (
          <>
            {data.length === 0 && <p>These versions do not differ in anything that you may see.</p>}
            {broken.length > 0 && <Broken rows={broken} />}
            {changed.map((row) => (
              <Difference key={printValue(row.object)} row={row} />
            ))}
          </>
        );
      }}
    </Show>
  );
}

function Broken({ rows }: { readonly rows: readonly Row[] }): JSX.Element {
  return (
    <section>
      <h3>What statements cannot read any more</h3>
      <ul>
        {rows.map(({ object, message }) => (
          <li key={`${printValue(object)} ${printValue(message)}`}>
            {printValue(object)}: {printValue(message)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Difference({ row: { object, change, before, after } }: { readonly row: Row }): JSX.Element {
  return (
    <details open>
      <summary>
        {printValue(object)} <small>{printValue(change)}</small>
      </summary>
      {typeof before === 'string' && <pre class="before">{before}</pre>}
      {typeof after === 'string' && <pre class="after">{after}</pre>}
    </details>
  );
}

type RestoreProps = Pick<Props, 'model' | 'service' | 'version' | 'onChange'>;

/** Restores a version after a second click. */
function Restore({ model, service, version, onChange }: RestoreProps): JSX.Element {
  const [isAsked, setIsAsked] = useState(false);
  const [fault, setFault] = useState<ServiceFault>();
  const restore = async (): Promise<void> => {
    try {
      const statement = `RESTORE ONTOLOGY ${quoteName(model.name)} TO VERSION ${quoteText(version.id)}`;
      await service.query(model.name, statement);
      onChange();
    } catch (error) {
      setFault(faultOf(error));
    }
    setIsAsked(false);
  };
  const ask = (next: boolean): void => {
    setFault(undefined);
    setIsAsked(next);
  };
  if (!isAsked)
    return (
      <>
        <button
          type="button"
          onClick={() => {
            ask(true);
          }}
        >
          Restore this version
        </button>
        {fault && <Fault fault={fault} />}
      </>
    );
  return (
    <p class="actions" role="alert">
      The ontology will be as it was then, for everybody. The versions since then are kept.
      <button type="button" class="main" onClick={() => void restore()}>
        Restore it now
      </button>
      <button
        type="button"
        onClick={() => {
          ask(false);
        }}
      >
        Keep the latest
      </button>
    </p>
  );
}

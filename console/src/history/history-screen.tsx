import type { JSX } from 'preact';
import type { Result, Service } from '../api/service';
import type { Model } from '../model/model';
import { Show } from '../parts/show';
import { useLoaded } from '../parts/use-loaded';
import { printRoute } from '../route';
import { readVersion, type Version } from './version';
import { VersionPage } from './version-page';

interface Props {
  readonly model: Model;
  readonly service: Service;
  /** The id of a version; by default the latest. */
  readonly selected: string | undefined;
  /** Called after a version was restored. */
  readonly onChange: () => void;
}

/** The versions of the ontology, and one of them compared with another. */
export function HistoryScreen({ model, service, selected, onChange }: Props): JSX.Element {
  const history = useLoaded((signal) => service.query(model.name, 'SHOW HISTORY', signal), [service, model]);
  return (
    <Show of={history}>
      {({ data }: Result) => {
        const versions = data.map(readVersion);
        const version = selected === undefined ? versions[0] : versions.find(({ id }) => id === selected);
        return (
          <div class="columns">
            <VersionList model={model} versions={versions} selected={version?.id} />
            <section>
              {version === undefined ? (
                <p role="alert">There is no version “{selected}” of this ontology.</p>
              ) : (
                <VersionPage
                  key={version.id}
                  model={model}
                  service={service}
                  version={version}
                  versions={versions}
                  onChange={onChange}
                />
              )}
            </section>
          </div>
        );
      }}
    </Show>
  );
}

interface ListProps {
  readonly model: Model;
  readonly versions: readonly Version[];
  readonly selected: string | undefined;
}

function VersionList({ model, versions, selected }: ListProps): JSX.Element {
  return (
    <nav class="tree" aria-label="Versions">
      <ol class="versions" reversed>
        {versions.map(({ id, author, time }) => (
          <li key={id}>
            <a
              href={printRoute({ screen: 'history', ontology: model.name, version: id })}
              aria-current={id === selected ? 'page' : undefined}
            >
              {time.slice(0, 19).replace('T', ' ')}
            </a>{' '}
            <small>{author}</small>
          </li>
        ))}
      </ol>
    </nav>
  );
}

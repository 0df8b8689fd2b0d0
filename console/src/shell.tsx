import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Service } from './api/service';
import { Head } from './head';
import { buildModel, type Model } from './model/model';
import { Show } from './parts/show';
import { type Loaded, useLoaded } from './parts/use-loaded';
import { parseRoute } from './route';
import { Screen } from './screen';
import { ConnectPage } from './sources/connect-page';
import { go, replaceRoute, useRoute } from './use-route';

interface Props {
  readonly service: Service;
  readonly user: string;
  readonly onLogOut: () => void;
}

/** The frame of all screens: the ontology, the search, the screens, and the user. */
export function Shell({ service, user, onLogOut }: Props): JSX.Element {
  const route = useRoute();
  const [creations, setCreations] = useState(0);
  const ontologies = useLoaded(() => service.ontologies(), [service, creations]);
  const chosen = route.screen === 'home' ? undefined : route.ontology;
  const { model, reload } = useModel(service, chosen);
  const names = ontologies.state === 'loaded' ? ontologies.value : [];
  useStart(names[0], chosen);
  const open = (ontology: string): void => {
    setCreations(creations + 1);
    if (ontology === chosen) reload();
    go({ screen: 'ontology', ontology });
  };
  return (
    <>
      <Head
        names={names}
        route={route}
        model={model.state === 'loaded' ? model.value : undefined}
        user={user}
        onLogOut={onLogOut}
      />
      <main id="content" tabindex={-1}>
        <Show of={ontologies}>
          {(all) =>
            all.length === 0 && (
              <>
                <p>There is no ontology that you may see. Ask an administrator for rights, or create one.</p>
                {chosen === undefined && <ConnectPage service={service} onApply={open} />}
              </>
            )
          }
        </Show>
        {chosen !== undefined && (
          <Show of={model}>
            {(value) =>
              value && (
                <Screen route={route} model={value} service={service} user={user} onChange={reload} onApply={open} />
              )
            }
          </Show>
        )}
      </main>
    </>
  );
}

/** Loads the model of an ontology, again after `reload`. */
function useModel(
  service: Service,
  ontology: string | undefined,
): { readonly model: Loaded<Model | undefined>; readonly reload: () => void } {
  const [changes, setChanges] = useState(0);
  const load = async (signal: AbortSignal): Promise<Model | undefined> =>
    ontology === undefined ? undefined : buildModel(ontology, await service.ontology(ontology, signal));
  const model = useLoaded(load, [service, ontology, changes]);
  const reload = (): void => {
    setChanges(changes + 1);
  };
  return { model, reload };
}

/** Shows the first ontology where the address names none. */
function useStart(first: string | undefined, chosen: string | undefined): void {
  useEffect(() => {
    if (first === undefined || parseRoute(location.hash).screen !== 'home') return;
    replaceRoute({ screen: 'ontology', ontology: first });
    dispatchEvent(new HashChangeEvent('hashchange'));
  }, [chosen, first]);
}

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Service } from './api/service';
import { AccountScreen } from './account/account-screen';
import { AuditScreen } from './audit/audit-screen';
import { AskScreen } from './ask/ask-screen';
import { DataScreen } from './entities/data-screen';
import { EntityScreen } from './entities/entity-screen';
import { HistoryScreen } from './history/history-screen';
import { buildModel, type Model } from './model/model';
import { OntologyScreen } from './ontology/ontology-screen';
import { SearchBox } from './parts/search-box';
import { Show } from './parts/show';
import { useLoaded } from './parts/use-loaded';
import { SourcesScreen } from './sources/sources-screen';
import { parseRoute, printRoute, type Route } from './route';
import { go, replaceRoute, useRoute } from './use-route';

interface Props {
  readonly service: Service;
  readonly user: string;
  readonly onLogOut: () => void;
}

/** The frame of all screens: the ontology, the search, the screens, and the user. */
export function Shell({ service, user, onLogOut }: Props): JSX.Element {
  const route = useRoute();
  const ontologies = useLoaded(() => service.ontologies(), [service]);
  const [changes, setChanges] = useState(0);
  const chosen = route.screen === 'home' ? undefined : route.ontology;
  const model = useLoaded(
    async (signal) => (chosen === undefined ? undefined : buildModel(chosen, await service.ontology(chosen, signal))),
    [service, chosen, changes],
  );
  const names = ontologies.state === 'loaded' ? ontologies.value : [];
  useStart(names[0], chosen);
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
              <p>There is no ontology that you may see. Ask an administrator for rights, or create one.</p>
            )
          }
        </Show>
        {chosen !== undefined && (
          <Show of={model}>
            {(value) =>
              value && (
                <Screen
                  route={route}
                  model={value}
                  service={service}
                  user={user}
                  onChange={() => {
                    setChanges(changes + 1);
                  }}
                />
              )
            }
          </Show>
        )}
      </main>
    </>
  );
}

/** Shows the first ontology where the address names none. */
function useStart(first: string | undefined, chosen: string | undefined): void {
  useEffect(() => {
    if (first === undefined || parseRoute(location.hash).screen !== 'home') return;
    replaceRoute({ screen: 'ontology', ontology: first });
    dispatchEvent(new HashChangeEvent('hashchange'));
  }, [chosen, first]);
}

interface HeadProps {
  readonly names: readonly string[];
  readonly route: Route;
  readonly model: Model | undefined;
  readonly user: string;
  readonly onLogOut: () => void;
}

function Head({ names, route, model, user, onLogOut }: HeadProps): JSX.Element {
  const chosen = route.screen === 'home' ? undefined : route.ontology;
  return (
    <header>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <strong>Console</strong>
      {chosen !== undefined && <Choice names={names} chosen={chosen} />}
      {chosen !== undefined && <Screens route={route} ontology={chosen} />}
      {model && <SearchBox model={model} />}
      <span class="user">
        {chosen === undefined ? user : <a href={printRoute({ screen: 'account', ontology: chosen })}>{user}</a>}
        <button type="button" class="quiet" onClick={onLogOut}>
          Log out
        </button>
      </span>
    </header>
  );
}

function Choice({ names, chosen }: { readonly names: readonly string[]; readonly chosen: string }): JSX.Element {
  const all = names.includes(chosen) ? names : [chosen, ...names];
  return (
    <label class="choice">
      <span class="hidden">Ontology</span>
      <select
        value={chosen}
        onChange={({ currentTarget }) => {
          go({ screen: 'ontology', ontology: currentTarget.value });
        }}
      >
        {all.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function Screens({ route, ontology }: { readonly route: Route; readonly ontology: string }): JSX.Element {
  const current = route.screen === 'entity' ? 'data' : route.screen;
  const targets: readonly (readonly [string, Route])[] = [
    ['Ontology', { screen: 'ontology', ontology }],
    ['Data', { screen: 'data', ontology, filter: '' }],
    ['Ask', { screen: 'ask', ontology, statement: '' }],
    ['Sources', { screen: 'sources', ontology }],
    ['History', { screen: 'history', ontology }],
    ['Audit', { screen: 'audit', ontology }],
  ];
  return (
    <nav aria-label="Screens">
      {targets.map(([title, target]) => (
        <a key={title} href={printRoute(target)} aria-current={target.screen === current ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}

interface ScreenProps {
  readonly route: Route;
  readonly model: Model;
  readonly service: Service;
  readonly user: string;
  /** Called after the ontology has changed. */
  readonly onChange: () => void;
}

function Screen({ route, model, service, user, onChange }: ScreenProps): JSX.Element | null {
  switch (route.screen) {
    case 'home':
      return null;
    case 'ontology':
      return <OntologyScreen model={model} service={service} selected={route.concept} />;
    case 'data':
      return <DataScreen key={route.concept} model={model} service={service} route={route} />;
    case 'entity':
      return <EntityScreen key={`${route.concept} ${route.id}`} model={model} service={service} route={route} />;
    case 'sources':
      return <SourcesScreen key={model.name} model={model} service={service} />;
    case 'audit':
      return <AuditScreen key={model.name} model={model} service={service} />;
    case 'account':
      return <AccountScreen ontology={model.name} service={service} user={user} />;
    case 'history':
      return (
        <HistoryScreen
          key={model.version}
          model={model}
          service={service}
          selected={route.version}
          onChange={onChange}
        />
      );
    case 'ask':
      return <AskScreen key={model.name} model={model} service={service} start={route.statement} />;
  }
}

import type { JSX } from 'preact';
import type { Model } from './model/model';
import { SearchBox } from './parts/search-box';
import { printRoute, type Route } from './route';
import { go } from './use-route';

interface Props {
  readonly names: readonly string[];
  readonly route: Route;
  readonly model: Model | undefined;
  readonly user: string;
  readonly onLogOut: () => void;
}

/** The ontology, the search, the screens, and the user. */
export function Head({ names, route, model, user, onLogOut }: Props): JSX.Element {
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

/** The screens that are parts of another one. */
const PARENTS: Readonly<Partial<Record<Route['screen'], Route['screen']>>> = { entity: 'data', connect: 'sources' };

function Screens({ route, ontology }: { readonly route: Route; readonly ontology: string }): JSX.Element {
  const current = PARENTS[route.screen] ?? route.screen;
  const targets: readonly (readonly [string, Route])[] = [
    ['Ontology', { screen: 'ontology', ontology }],
    ['Data', { screen: 'data', ontology, filter: '' }],
    ['Ask', { screen: 'ask', ontology, statement: '' }],
    ['Sources', { screen: 'sources', ontology }],
    ['Access', { screen: 'access', ontology }],
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

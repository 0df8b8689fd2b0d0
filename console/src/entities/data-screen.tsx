import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Filter, filterAddress, readFilter } from '../api/filter-address';
import { API, type Row, type Rows, type Service } from '../api/service';
import type { ServiceFault } from '../api/service-fault';
import type { Concept, Model } from '../model/model';
import { CopyButton } from '../parts/copy-button';
import { Fault } from '../parts/fault';
import { printCurl } from '../parts/print-curl';
import { RowTable } from '../parts/row-table';
import { Show } from '../parts/show';
import { faultOf, useLoaded } from '../parts/use-loaded';
import { printRoute, type Route } from '../route';
import { go } from '../use-route';
import { Facet } from './facet';
import { FilterBuilder } from './filter-builder';

interface Props {
  readonly model: Model;
  readonly service: Service;
  readonly route: Extract<Route, { readonly screen: 'data' }>;
}

/** The entities of a concept, with a filter, columns and an order that are chosen by click. */
export function DataScreen({ model, service, route }: Props): JSX.Element {
  const concept = route.concept === undefined ? undefined : model.concepts.get(route.concept);
  return (
    <>
      <h1>Data</h1>
      <ConceptChoice model={model} chosen={route.concept} />
      {route.concept !== undefined && concept === undefined && (
        <p role="alert">There is no concept “{route.concept}” in this ontology.</p>
      )}
      {concept && <Entities model={model} service={service} concept={concept} query={route.filter} />}
    </>
  );
}

function ConceptChoice({ model, chosen }: { readonly model: Model; readonly chosen: string | undefined }): JSX.Element {
  return (
    <label>
      Concept{' '}
      <select
        value={chosen ?? ''}
        onChange={({ currentTarget }) => {
          go({ screen: 'data', ontology: model.name, concept: currentTarget.value, filter: '' });
        }}
      >
        {chosen === undefined && <option value="">choose one</option>}
        {[...model.concepts.keys()].sort().map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

interface EntitiesProps {
  readonly model: Model;
  readonly service: Service;
  readonly concept: Concept;
  readonly query: string;
}

function Entities({ model, service, concept, query }: EntitiesProps): JSX.Element {
  const filter = readFilter(model.name, concept.name, query);
  const change = (next: Filter): void => {
    const [, search = ''] = filterAddress(next).split('?');
    go({ screen: 'data', ontology: model.name, concept: concept.name, filter: search });
  };
  const address = filterAddress(filter);
  return (
    <>
      <FilterBuilder key={query} model={model} concept={concept} filter={filter} onChange={change} />
      <Facet service={service} concept={concept} filter={filter} onChange={change} />
      <p class="actions">
        <code class="address">{new URL(address, API).href}</code>
        <CopyButton label="Copy as URL" text={() => new URL(address, API).href} />
        <CopyButton label="Copy as curl" text={() => printCurl(address)} />
      </p>
      <EntityRows key={address} service={service} filter={filter} onChange={change} />
    </>
  );
}

/** Columns by which a row says which entity it is. */
const IDENTITY = ['entity_id', 'entity_type', 'entity_label'];
const PAGE = { _limit_: '100', _typed_: 'true' };

interface RowsProps {
  readonly service: Service;
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

function EntityRows({ service, filter, onChange }: RowsProps): JSX.Element {
  const columns = filter.columns ?? [];
  const selected = columns.length === 0 ? [] : [...IDENTITY, ...columns];
  const load = (after: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Rows> =>
    service.rows(filterAddress({ ...filter, columns: selected, parameters: { ...PAGE, ...after } }), signal);
  const first = useLoaded((signal) => load({}, signal), [service]);
  const sort = (column: string): void => {
    onChange({ ...filter, order: filter.order === column ? `-${column}` : column });
  };
  const table = (rows: readonly Row[]): JSX.Element => (
    <RowTable
      caption="Entities"
      columns={Object.keys(rows[0] ?? {})}
      rows={rows}
      linkOf={(row, column) => entityAddress(filter.ontology, row, column)}
      sortOf={(column) => directionOf(filter, column)}
      onSort={sort}
    />
  );
  return (
    <Show of={first}>
      {(page) => (
        <Pages first={page} loadAfter={(cursor) => load({ _after_: cursor })}>
          {table}
        </Pages>
      )}
    </Show>
  );
}

function directionOf({ order }: Filter, column: string): 'ascending' | 'descending' | 'none' {
  if (order === column) return 'ascending';
  return order === `-${column}` ? 'descending' : 'none';
}

/** Returns the address of the entity of a row, for the columns that identify it. */
function entityAddress(
  ontology: string,
  { entity_id: id, entity_type: type }: Row,
  column: string,
): string | undefined {
  if (!IDENTITY.includes(column) || typeof id !== 'string' || typeof type !== 'string') return undefined;
  return printRoute({ screen: 'entity', ontology, concept: type, id });
}

interface PagesProps {
  readonly first: Rows;
  readonly loadAfter: (cursor: string) => Promise<Rows>;
  readonly children: (rows: readonly Row[]) => JSX.Element;
}

/** Shows the first page, and further ones on demand. */
function Pages({ first, loadAfter, children }: PagesProps): JSX.Element {
  const [later, setLater] = useState<readonly Rows[]>([]);
  const [fault, setFault] = useState<ServiceFault>();
  const pages = [first, ...later];
  const rows = pages.flatMap(({ data }) => data);
  const cursor = pages.at(-1)?.next;
  const more = async (after: string): Promise<void> => {
    try {
      setLater([...later, await loadAfter(after)]);
      setFault(undefined);
    } catch (error) {
      setFault(faultOf(error));
    }
  };
  if (rows.length === 0) return <p role="status">No entity meets the filter.</p>;
  return (
    <>
      {children(rows)}
      <p class="actions">
        <span role="status">
          {rows.length} {rows.length === 1 ? 'row' : 'rows'}
        </span>
        {typeof cursor === 'string' && (
          <button type="button" onClick={() => void more(cursor)}>
            Show more
          </button>
        )}
      </p>
      {fault && <Fault fault={fault} />}
    </>
  );
}

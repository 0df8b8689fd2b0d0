import type { JSX } from 'preact';
import { filterAddress } from '../api/filter-address';
import type { Row, Rows, Service, Value } from '../api/service';
import type { Concept, Model, Relationship } from '../model/model';
import { printValue } from '../parts/print-value';
import { Show } from '../parts/show';
import { useLoaded } from '../parts/use-loaded';
import { printRoute, type Route } from '../route';

interface Props {
  readonly model: Model;
  readonly service: Service;
  readonly route: Extract<Route, { readonly screen: 'entity' }>;
}

/** The number of neighbours that are counted and named. */
const MOST_NEIGHBOURS = 100;
const MOST_NAMED = 24;

/** One entity: its values, and the entities that it is related to. */
export function EntityScreen({ model, service, route: { concept: name, id } }: Props): JSX.Element {
  const concept = model.concepts.get(name);
  const entity = useLoaded(
    (signal) => service.rows(addressOf({ model, concept: name, id }, { _typed_: 'true' }), signal),
    [service, name, id],
  );
  return (
    <Show of={entity}>
      {({ data: [row] }: Rows) =>
        row === undefined || concept === undefined ? (
          <p role="alert">
            There is no {name} with the identity “{id}” that you may see.
          </p>
        ) : (
          <article>
            <p class="kind">
              <a href={printRoute({ screen: 'ontology', ontology: model.name, concept: name })}>{name}</a>
            </p>
            <h1>{printValue(row.entity_label ?? id)}</h1>
            <div class="columns even">
              <Values row={row} />
              <Neighbours model={model} service={service} concept={concept} id={id} />
            </div>
          </article>
        )
      }
    </Show>
  );
}

interface Entity {
  readonly model: Model;
  readonly concept: string;
  readonly id: string;
}

function addressOf(
  { model, concept, id }: Entity,
  parameters: Readonly<Record<string, string>>,
  columns: readonly string[] = [],
): string {
  const comparisons = [{ subject: 'entity_id', operator: 'eq', value: id }] as const;
  return filterAddress({ ontology: model.name, concept, comparisons, columns, parameters });
}

function Values({ row }: { readonly row: Row }): JSX.Element {
  return (
    <section>
      <h2>Values</h2>
      <dl class="facts">
        {Object.entries(row)
          .filter(([name]) => !['entity_type', 'entity_label'].includes(name))
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd class={value === null ? 'null' : undefined}>{printValue(value)}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

interface NeighboursProps {
  readonly model: Model;
  readonly service: Service;
  readonly concept: Concept;
  readonly id: string;
}

function Neighbours({ model, service, concept, id }: NeighboursProps): JSX.Element {
  return (
    <section>
      <h2>Neighbours</h2>
      {concept.relationships.length === 0 && <p>{concept.name} has no relationships.</p>}
      {concept.relationships.map((relationship) => (
        <NeighbourList
          key={`${relationship.name} ${relationship.to}`}
          model={model}
          service={service}
          concept={concept}
          id={id}
          relationship={relationship}
        />
      ))}
    </section>
  );
}

function NeighbourList({
  model,
  service,
  concept,
  id,
  relationship,
}: NeighboursProps & { readonly relationship: Relationship }): JSX.Element {
  const { name, to } = relationship;
  const columns = ['entity_id', 'entity_type', 'entity_label'].map((column) => `${name}[${to}].${column}`);
  const parameters = {
    nested: 'true',
    [`_limit_[${name}]`]: String(MOST_NEIGHBOURS + 1),
    [`_order_[${name}]`]: 'entity_label',
  };
  const loaded = useLoaded(
    (signal) => service.rows(addressOf({ model, concept: concept.name, id }, parameters, columns), signal),
    [service, id],
  );
  return (
    <div class="neighbours">
      <h3>
        {name} <small>{to}</small>
      </h3>
      <Show of={loaded}>
        {({ data: [row] }: Rows) => <Named model={model} target={to} neighbours={entitiesOf(row?.[name])} />}
      </Show>
    </div>
  );
}

function entitiesOf(value: Value | undefined): readonly Row[] {
  return Array.isArray(value) ? value.filter((item): item is Row => typeof item === 'object' && item !== null) : [];
}

function Named({
  model,
  target,
  neighbours,
}: {
  readonly model: Model;
  readonly target: string;
  readonly neighbours: readonly Row[];
}): JSX.Element {
  if (neighbours.length === 0) return <p class="null">none</p>;
  const count = neighbours.length > MOST_NEIGHBOURS ? `${MOST_NEIGHBOURS}+` : String(neighbours.length);
  const rest = neighbours.length - MOST_NAMED;
  return (
    <p>
      <span class="count">{count}</span>
      {neighbours.slice(0, MOST_NAMED).map(({ entity_id: id, entity_type: type, entity_label: label }) => (
        <a
          key={`${printValue(type)} ${printValue(id)}`}
          class="chip"
          href={printRoute({
            screen: 'entity',
            ontology: model.name,
            concept: typeof type === 'string' ? type : target,
            id: printValue(id),
          })}
        >
          {printValue(label ?? id)}
        </a>
      ))}
      {rest > 0 && ' and more'}
    </p>
  );
}

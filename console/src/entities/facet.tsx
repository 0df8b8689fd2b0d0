import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Comparison, type Filter, filterAddress } from '../api/filter-address';
import type { Row, Rows, Service, Value } from '../api/service';
import type { Concept } from '../model/model';
import { printValue } from '../parts/print-value';
import { Show } from '../parts/show';
import { useLoaded } from '../parts/use-loaded';

interface Props {
  readonly service: Service;
  readonly concept: Concept;
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

/** The number of values that are shown, the most frequent first. */
const MOST_VALUES = 12;
const COUNT = 'count()';

/** Counts the entities of the filter by the values of a property, when one is chosen; a click adds a value to the filter. */
export function Facet({ service, concept, filter, onChange }: Props): JSX.Element {
  const [property, setProperty] = useState('');
  const names = concept.properties.filter(({ isMeasure, isMulti }) => !isMeasure && !isMulti).map(({ name }) => name);
  const choose = (value: Value): void => {
    const comparison: Comparison =
      value === null
        ? { subject: property, operator: 'is_null', value: '' }
        : { subject: property, operator: 'eq', value: printValue(value) };
    onChange({ ...filter, comparisons: [...filter.comparisons, comparison] });
  };
  return (
    <div>
      <label>
        Count by{' '}
        <select
          value={property}
          onChange={({ currentTarget }) => {
            setProperty(currentTarget.value);
          }}
        >
          <option value="">no property</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {property !== '' && (
        <Counts key={property} service={service} filter={filter} property={property} onChoose={choose} />
      )}
    </div>
  );
}

interface CountsProps {
  readonly service: Service;
  readonly filter: Filter;
  readonly property: string;
  readonly onChoose: (value: Value) => void;
}

function Counts({ service, filter, property, onChoose }: CountsProps): JSX.Element {
  const address = filterAddress({
    ...filter,
    columns: [property, COUNT],
    order: `-${COUNT}`,
    parameters: { _limit_: String(MOST_VALUES), _typed_: 'true' },
  });
  const counts = useLoaded((signal) => service.rows(address, signal), [service, address]);
  return (
    <Show of={counts}>
      {({ data, next }: Rows) => (
        <p role="group" aria-label={`Values of ${property}`}>
          {data.map((row: Row) => (
            <button
              key={printValue(row[property])}
              type="button"
              class="chip"
              onClick={() => {
                onChoose(row[property] ?? null);
              }}
            >
              {printValue(row[property])} <small>{printValue(row[COUNT])}</small>
            </button>
          ))}
          {typeof next === 'string' && ' and more'}
        </p>
      )}
    </Show>
  );
}

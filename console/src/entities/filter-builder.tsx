import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { type Comparison, type Filter, OPERATORS, takesValue } from '../api/filter-address';
import type { Operator } from '../api/service';
import type { Concept, Model } from '../model/model';
import { pathsOf } from '../model/paths';

interface Props {
  readonly model: Model;
  readonly concept: Concept;
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

const EMPTY: Comparison = { subject: '', operator: 'eq', value: '' };

/** Composes the comparisons and the columns of a filter. */
export function FilterBuilder({ model, concept, filter, onChange }: Props): JSX.Element {
  const [comparisons, setComparisons] = useState(filter.comparisons);
  const [columns, setColumns] = useState(filter.columns ?? []);
  const paths = pathsOf(model, concept);
  const replace = (index: number, comparison: Comparison | undefined): void => {
    setComparisons(comparisons.flatMap((other, at) => (at === index ? (comparison ?? []) : other)));
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    onChange({ ...filter, comparisons: comparisons.filter(({ subject }) => subject !== ''), columns });
  };
  return (
    <form class="filter" onSubmit={submit}>
      <datalist id="paths">
        {paths.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      {comparisons.map((comparison, index) => (
        <ComparisonFields
          key={index}
          comparison={comparison}
          number={index + 1}
          onChange={(next) => {
            replace(index, next);
          }}
        />
      ))}
      <details>
        <summary>Columns{columns.length > 0 && `: ${columns.join(', ')}`}</summary>
        <ColumnChoice concept={concept} columns={columns} onChange={setColumns} />
      </details>
      <p class="actions">
        <button
          type="button"
          onClick={() => {
            setComparisons([...comparisons, EMPTY]);
          }}
        >
          Add a condition
        </button>
        <button>Apply</button>
      </p>
    </form>
  );
}

interface FieldsProps {
  readonly comparison: Comparison;
  readonly number: number;
  /** Undefined removes the comparison. */
  readonly onChange: (comparison: Comparison | undefined) => void;
}

function ComparisonFields({ comparison, number, onChange }: FieldsProps): JSX.Element {
  const { subject, operator, value } = comparison;
  return (
    <fieldset>
      <legend class="hidden">Condition {number}</legend>
      <input
        list="paths"
        aria-label="Property or path"
        placeholder="property or path"
        value={subject}
        onInput={({ currentTarget }) => {
          onChange({ ...comparison, subject: currentTarget.value });
        }}
      />
      <select
        aria-label="Comparison"
        value={operator}
        onChange={({ currentTarget }) => {
          onChange({ ...comparison, operator: currentTarget.value as Operator });
        }}
      >
        {Object.entries(OPERATORS).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
      {takesValue(operator) && (
        <input
          aria-label="Value"
          placeholder="value"
          value={value}
          onInput={({ currentTarget }) => {
            onChange({ ...comparison, value: currentTarget.value });
          }}
        />
      )}
      <button
        type="button"
        class="quiet"
        aria-label={`Remove condition ${number}`}
        onClick={() => {
          onChange(undefined);
        }}
      >
        ×
      </button>
    </fieldset>
  );
}

interface ColumnProps {
  readonly concept: Concept;
  readonly columns: readonly string[];
  readonly onChange: (columns: readonly string[]) => void;
}

function ColumnChoice({ concept, columns, onChange }: ColumnProps): JSX.Element {
  const toggle = (name: string): void => {
    onChange(columns.includes(name) ? columns.filter((column) => column !== name) : [...columns, name]);
  };
  return (
    <ul class="choices">
      {concept.properties
        .filter(({ isMeasure, isMulti }) => !isMeasure && !isMulti)
        .map(({ name }) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked={columns.includes(name)}
                onChange={() => {
                  toggle(name);
                }}
              />{' '}
              {name}
            </label>
          </li>
        ))}
    </ul>
  );
}

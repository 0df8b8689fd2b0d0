import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { textOf } from '../parts/text-of';
import { printSource, SOURCE_TYPES, type SourceField, type SourceType, type SourceTypeName } from './source-types';

/** A data source as the form describes it. */
export interface GivenSource {
  /** The name of the data source, and of the ontology where it is a new one. */
  readonly name: string;
  /** From TYPE, with the password. */
  readonly definition: string;
  /** Undefined where there is none. */
  readonly password: string | undefined;
}

interface Props {
  /** The ontology that the data source is added to; undefined: a new one. */
  readonly into: string | undefined;
  readonly onTest: (source: GivenSource) => void;
  readonly onDraft: (source: GivenSource) => void;
}

/** Asks for a data source, to be tested or drafted. */
export function SourceForm({ into, onTest, onDraft }: Props): JSX.Element {
  const [type, setType] = useState<SourceTypeName>('mysql');
  const { fields }: SourceType = SOURCE_TYPES[type];
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const source = readSource(type, new FormData(event.currentTarget as HTMLFormElement));
    if (event.submitter?.getAttribute('value') === 'test') onTest(source);
    else onDraft(source);
  };
  return (
    <form class="fields" onSubmit={submit}>
      <label>
        {into === undefined ? 'Name of the ontology' : 'Name of the data source'}{' '}
        <input name="name" required maxLength={64} autocomplete="off" />
      </label>
      <label>
        Type{' '}
        <select
          value={type}
          onChange={({ currentTarget }) => {
            setType(currentTarget.value as SourceTypeName);
          }}
        >
          {Object.entries(SOURCE_TYPES).map(([name, { title }]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {fields.map((field) => (
        <Field key={`${type} ${field.option}`} field={field} />
      ))}
      <p class="actions">
        <button name="work" value="test">
          Test the connection
        </button>
        <button name="work" value="draft" class="main">
          {into === undefined ? 'Draft an ontology' : 'Draft what it adds'}
        </button>
      </p>
    </form>
  );
}

function Field({ field }: { readonly field: SourceField }): JSX.Element {
  return (
    <label>
      {field.label} <Input field={field} />
    </label>
  );
}

function Input({
  field: { option, needed, example, values, isPassword = false },
}: {
  readonly field: SourceField;
}): JSX.Element {
  if (values !== undefined)
    return (
      <select name={option}>
        {values.map((value, index) => (
          <option key={value} value={index === 0 ? '' : value}>
            {value}
          </option>
        ))}
      </select>
    );
  if (isPassword) return <input name={option} type="password" autocomplete="off" />;
  return <input name={option} required={needed} placeholder={example} autocomplete="off" />;
}

function readSource(type: SourceTypeName, form: FormData): GivenSource {
  const { fields }: SourceType = SOURCE_TYPES[type];
  const values = Object.fromEntries(
    fields.map(({ option, isPassword }) => [
      option,
      isPassword === true ? textOf(form, option) : textOf(form, option).trim(),
    ]),
  );
  const password = values.password === '' ? undefined : values.password;
  return { name: textOf(form, 'name').trim(), definition: printSource(type, values), password };
}

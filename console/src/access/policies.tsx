import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Service } from '../api/service';
import type { Model } from '../model/model';
import { PolicyList } from '../parts/policy-list';
import { QuietButton } from '../parts/quiet-button';
import { quoteName } from '../parts/statements';
import { textOf } from '../parts/text-of';
import type { Change } from '../parts/use-change';
import { filterStatement, type Mask, MASKS, maskStatement } from './mask-statement';

interface Props {
  readonly model: Model;
  readonly service: Service;
  readonly change: Change;
}

/** The masks and filters of the ontology: they are created and dropped. */
export function Policies({ model, service, change }: Props): JSX.Element {
  const send = (statement: string): void => void change.send(statement);
  return (
    <section>
      <h2>Masks and filters</h2>
      <PolicyList
        ontology={model.name}
        service={service}
        changes={change.times}
        action={({ name }) => (
          <QuietButton
            label="Drop"
            name={`Drop ${name}`}
            onPress={() => {
              send(`DROP POLICY ${quoteName(name)}`);
            }}
          />
        )}
      />
      <NewMask model={model} onCreate={send} />
      <NewFilter model={model} onCreate={send} />
    </section>
  );
}

interface FormProps {
  readonly model: Model;
  readonly onCreate: (statement: string) => void;
}

function NewMask({ model, onCreate }: FormProps): JSX.Element {
  const [mask, setMask] = useState<Mask>('hash');
  const properties = [...model.concepts.values()].flatMap((concept) => concept.properties.map(({ name }) => name));
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const [property, concept, text, role] = ['property', 'concept', 'text', 'role'].map((name) => textOf(form, name));
    onCreate(maskStatement({ property: property ?? '', concept: concept ?? '', mask, text: text ?? '', exceptRole: role ?? '' })); // prettier-ignore
  };
  return (
    <form class="actions" onSubmit={submit}>
      <label>
        Hide <Names name="property" names={[...new Set(properties)].toSorted()} />
      </label>
      <label>
        of <Names name="concept" names={[...model.concepts.keys()]} all="every concept" />
      </label>
      <label>
        and show{' '}
        <select
          value={mask}
          onChange={({ currentTarget }) => {
            setMask(currentTarget.value as Mask);
          }}
        >
          {Object.entries(MASKS).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {mask === 'constant' && (
        <label>
          <span class="hidden">Text that is shown</span>
          <input name="text" defaultValue="hidden" />
        </label>
      )}
      <label>
        to all without UNMASK, except role <input name="role" list="roles" autocomplete="off" />
      </label>
      <button>Hide</button>
    </form>
  );
}

function NewFilter({ model, onCreate }: FormProps): JSX.Element {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    onCreate(filterStatement(textOf(form, 'concept'), textOf(form, 'condition'), textOf(form, 'role').trim()));
  };
  return (
    <form class="actions" onSubmit={submit}>
      <label>
        Show only the <Names name="concept" names={[...model.concepts.keys()]} />
      </label>
      <label>
        where <input name="condition" required placeholder="city = 'Oslo'" autocomplete="off" />
      </label>
      <label>
        to members of the role <input name="role" required list="roles" autocomplete="off" />
      </label>
      <button>Filter</button>
    </form>
  );
}

interface NamesProps {
  readonly name: string;
  readonly names: readonly string[];
  /** The words for all of them; by default one must be chosen. */
  readonly all?: string;
}

function Names({ name, names, all }: NamesProps): JSX.Element {
  return (
    <select name={name}>
      {all !== undefined && <option value="">{all}</option>}
      {names.map((each) => (
        <option key={each} value={each}>
          {each}
        </option>
      ))}
    </select>
  );
}

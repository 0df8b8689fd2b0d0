import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Concept, Model } from '../model/model';
import { plainProperties } from '../model/paths';
import { OnDemand } from '../parts/on-demand';
import { columnsStatement } from '../parts/statements';
import { printRoute } from '../route';

/** Relationships that a path may follow here; statements may follow more. */
const MOST_STEPS = 4;

interface Props {
  readonly model: Model;
  readonly concept: Concept;
}

/** Chooses columns along the relationships of a concept, and asks for them. */
export function PathChooser({ model, concept }: Props): JSX.Element {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const toggle = (path: string): void => {
    setChosen(chosen.includes(path) ? chosen.filter((each) => each !== path) : [...chosen, path]);
  };
  const statement = columnsStatement(concept.name, chosen);
  return (
    <>
      <Branch model={model} concept={concept} prefix="" steps={0} chosen={chosen} onToggle={toggle} />
      {chosen.length > 0 && (
        <p class="actions">
          <a class="button" href={printRoute({ screen: 'ask', ontology: model.name, statement })}>
            Ask for {chosen.length} {chosen.length === 1 ? 'column' : 'columns'}
          </a>
        </p>
      )}
    </>
  );
}

interface BranchProps extends Props {
  /** The path that leads to the concept, with a point at its end, or nothing. */
  readonly prefix: string;
  readonly steps: number;
  readonly chosen: readonly string[];
  readonly onToggle: (path: string) => void;
}

/** The properties of a concept, and its relationships, which open to those of the next one. */
function Branch({ model, concept, prefix, steps, chosen, onToggle }: BranchProps): JSX.Element {
  const next = concept.relationships.flatMap(({ name, to }) => {
    const target = model.concepts.get(to);
    return target === undefined || steps === MOST_STEPS ? [] : [{ step: `${name}[${to}]`, target }];
  });
  return (
    <ul class="branch">
      {plainProperties(concept).map((name) => (
        <li key={name}>
          <label>
            <input
              type="checkbox"
              checked={chosen.includes(prefix + name)}
              onChange={() => {
                onToggle(prefix + name);
              }}
            />{' '}
            {name}
            <span class="hidden"> of {prefix === '' ? concept.name : prefix.slice(0, -1)}</span>
          </label>
        </li>
      ))}
      {next.map(({ step, target }) => (
        <li key={step}>
          <OnDemand title={step}>
            {() => (
              <Branch
                model={model}
                concept={target}
                prefix={`${prefix}${step}.`}
                steps={steps + 1}
                chosen={chosen}
                onToggle={onToggle}
              />
            )}
          </OnDemand>
        </li>
      ))}
    </ul>
  );
}

import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { Model } from '../model/model';
import { printRoute } from '../route';

interface Props {
  readonly model: Model;
  readonly selected: string | undefined;
}

/** Levels that are open from the start; large models open the others on demand. */
const OPEN_LEVELS = 2;
const SMALL_MODEL = 60;

/** The concepts, each below those that it inherits from. */
export function ConceptTree({ model, selected }: Props): JSX.Element {
  const line = useMemo(() => ancestorsOf(model, selected), [model, selected]);
  return (
    <nav class="tree" aria-label="Concepts">
      <ul>
        {model.roots.map((name) => (
          <Branch key={name} model={model} name={name} selected={selected} line={line} level={0} />
        ))}
      </ul>
    </nav>
  );
}

interface BranchProps extends Props {
  readonly name: string;
  /** The ancestors of the selected concept, whose branches are open. */
  readonly line: ReadonlySet<string>;
  readonly level: number;
}

function Branch({ model, name, selected, line, level }: BranchProps): JSX.Element {
  const children = model.concepts.get(name)?.children ?? [];
  const [toggled, setToggled] = useState<boolean>();
  const isOpen = toggled ?? (line.has(name) || level < OPEN_LEVELS || model.concepts.size <= SMALL_MODEL);
  const href = printRoute({ screen: 'ontology', ontology: model.name, concept: name });
  return (
    <li>
      {children.length > 0 && (
        <button
          type="button"
          class="quiet fold"
          aria-expanded={isOpen}
          aria-label={`Concepts below ${name}`}
          onClick={() => {
            setToggled(!isOpen);
          }}
        >
          {isOpen ? '−' : '+'}
        </button>
      )}
      <a href={href} aria-current={name === selected ? 'page' : undefined}>
        {name}
      </a>
      {isOpen && children.length > 0 && (
        <ul>
          {children.map((child) => (
            <Branch key={child} model={model} name={child} selected={selected} line={line} level={level + 1} />
          ))}
        </ul>
      )}
    </li>
  );
}

function ancestorsOf(model: Model, name: string | undefined): ReadonlySet<string> {
  const found = new Set(name === undefined ? [] : (model.concepts.get(name)?.parents ?? []));
  for (const parent of found) for (const next of model.concepts.get(parent)?.parents ?? []) found.add(next);
  return found;
}

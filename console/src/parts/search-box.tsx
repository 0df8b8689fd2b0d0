import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Model } from '../model/model';
import { type Hit, searchModel } from '../model/search-model';
import { go } from '../use-route';
import { viewStatement } from './statements';

/** Finds parts of the model by name and description, from every screen (Ctrl-K). */
export function SearchBox({ model }: { readonly model: Model }): JSX.Element {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const hits = useMemo(() => searchModel(model, text), [model, text]);
  useFocusKey(input);
  const open = (hit: Hit | undefined): void => {
    if (hit === undefined) return;
    setText('');
    input.current?.blur();
    if (hit.concept === undefined) go({ screen: 'ask', ontology: model.name, statement: viewStatement(hit.name) });
    else go({ screen: 'ontology', ontology: model.name, concept: hit.concept });
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') setText('');
    else if (event.key === 'Enter') open(hits[active]);
    else if (step !== undefined) setActive((active + step + hits.length) % Math.max(hits.length, 1));
    else return;
    event.preventDefault();
  };
  const type = (value: string): void => {
    setText(value);
    setActive(0);
  };
  return (
    <div class="search">
      <input
        ref={input}
        type="search"
        role="combobox"
        list={undefined}
        aria-label="Search the model"
        aria-expanded={hits.length > 0}
        aria-controls="hits"
        aria-activedescendant={hits.length > 0 ? `hit-${active}` : undefined}
        autocomplete="off"
        placeholder="Search (Ctrl-K)"
        value={text}
        onInput={({ currentTarget }) => {
          type(currentTarget.value);
        }}
        onKeyDown={press}
      />
      <HitList text={text} hits={hits} active={active} onOpen={open} />
    </div>
  );
}

interface ListProps {
  readonly text: string;
  readonly hits: readonly Hit[];
  readonly active: number;
  readonly onOpen: (hit: Hit) => void;
}

function HitList({ text, hits, active, onOpen }: ListProps): JSX.Element {
  return (
    <ul id="hits" role="listbox" aria-label="What was found" hidden={text === ''}>
      {text !== '' && hits.length === 0 && (
        <li role="option" aria-selected="false">
          Nothing was found.
        </li>
      )}
      {hits.map((hit, index) => (
        <li
          key={`${hit.kind} ${hit.name} ${hit.concept ?? ''}`}
          id={`hit-${index}`}
          role="option"
          aria-selected={index === active}
          onMouseDown={(event) => {
            event.preventDefault();
            onOpen(hit);
          }}
        >
          <b>{hit.name}</b> <small>{hit.kind}</small> <span>{hit.description}</span>
        </li>
      ))}
    </ul>
  );
}

function useFocusKey(input: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => {
      removeEventListener('keydown', focus);
    };
  }, [input]);
}

import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Model } from '../model/model';
import { Fault } from '../parts/fault';
import { useLoaded } from '../parts/use-loaded';
import { go } from '../use-route';
import type { Drawing } from './draw-graph';
import { neighbourhood } from './neighbours';

interface Props {
  readonly model: Model;
  readonly start: string;
}

const INSTRUCTIONS =
  'Click a concept to add its neighbours, twice to open its page. A dashed arrow leads to what a concept inherits from.';

/** A picture of a concept and its neighbours, which grows by the neighbours of each concept that is clicked or chosen. */
export function Picture({ model, start }: Props): JSX.Element {
  const drawer = useLoaded(() => import('./draw-graph'), []);
  const frame = useRef<HTMLDivElement>(null);
  const drawing = useRef<Drawing>(undefined);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([start]));
  const graph = useMemo(() => neighbourhood(model, opened, start), [model, opened, start]);
  const open = (name: string): void => {
    setOpened((before) => new Set([...before, name]));
  };
  useEffect(() => {
    if (drawer.state !== 'loaded' || frame.current === null) return undefined;
    const show = (name: string): void => {
      go({ screen: 'ontology', ontology: model.name, concept: name });
    };
    const made = drawer.value.drawGraph(frame.current, { onOpen: open, onShow: show });
    drawing.current = made;
    return () => {
      made.end();
    };
  }, [drawer]);
  useEffect(() => {
    drawing.current?.show(graph);
  }, [drawer, graph]);
  if (drawer.state === 'failed') return <Fault fault={drawer.fault} />;
  const rest = graph.nodes.map(({ id }) => id).filter((id) => !opened.has(id));
  return (
    <figure>
      <div
        ref={frame}
        class="picture"
        role="img"
        aria-label={`${start} and its neighbours, which the list names as well`}
      />
      <figcaption>
        <span role="status">{graph.nodes.length} concepts</span>
        <span>{INSTRUCTIONS}</span>
        <Growth names={rest} onChoose={open} />
        <Saving drawing={drawing} name={`${model.name}-${start}`} />
      </figcaption>
    </figure>
  );
}

interface SavingProps {
  readonly drawing: { readonly current: Drawing | undefined };
  /** The name of the file without its ending. */
  readonly name: string;
}

function Saving({ drawing, name }: SavingProps): JSX.Element {
  const save = (ending: 'png' | 'svg'): void => {
    const link = document.createElement('a');
    const svg = (): string => `data:image/svg+xml,${encodeURIComponent(drawing.current?.svg() ?? '')}`;
    link.href = ending === 'svg' ? svg() : (drawing.current?.png() ?? '');
    link.download = `${name}.${ending}`;
    link.click();
  };
  return (
    <>
      {(['png', 'svg'] as const).map((ending) => (
        <button
          key={ending}
          type="button"
          class="quiet"
          onClick={() => {
            save(ending);
          }}
        >
          Save as {ending.toUpperCase()}
        </button>
      ))}
    </>
  );
}

interface GrowthProps {
  readonly names: readonly string[];
  readonly onChoose: (name: string) => void;
}

/** Adds the neighbours of a concept without a pointer. */
function Growth({ names, onChoose }: GrowthProps): JSX.Element | null {
  if (names.length === 0) return null;
  return (
    <label>
      <span class="hidden">Add the neighbours of a concept</span>
      <select
        value=""
        onChange={({ currentTarget }) => {
          onChoose(currentTarget.value);
        }}
      >
        <option value="">Add the neighbours of</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

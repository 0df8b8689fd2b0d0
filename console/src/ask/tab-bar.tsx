import type { JSX } from 'preact';
import { nameOf, type Tabs } from './tabs';

interface Props {
  readonly tabs: Tabs;
  readonly onShow: (id: number) => void;
  readonly onAdd: () => void;
  readonly onClose: (id: number) => void;
}

/** The tabs with statements, one of which is shown. Arrow keys show the next one. */
export function TabBar({ tabs: { all, active }, onShow, onAdd, onClose }: Props): JSX.Element {
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = all.findIndex(({ id }) => id === active);
    const next = step === undefined ? undefined : all[(at + step + all.length) % all.length];
    if (next === undefined) return;
    event.preventDefault();
    onShow(next.id);
    document.getElementById(tabId(next.id))?.focus();
  };
  return (
    <p class="actions tabs">
      <span role="tablist" aria-label="Statements" onKeyDown={press}>
        {all.map((tab) => (
          <button
            key={tab.id}
            id={tabId(tab.id)}
            type="button"
            role="tab"
            aria-selected={tab.id === active}
            aria-controls={panelId(tab.id)}
            tabindex={tab.id === active ? 0 : -1}
            onClick={() => {
              onShow(tab.id);
            }}
          >
            {nameOf(tab)}
          </button>
        ))}
      </span>
      <button type="button" class="quiet" onClick={onAdd}>
        New tab
      </button>
      {all.length > 1 && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            onClose(active);
          }}
        >
          Close the tab
        </button>
      )}
    </p>
  );
}

export function panelId(id: number): string {
  return `panel-${id}`;
}

function tabId(id: number): string {
  return `tab-${id}`;
}

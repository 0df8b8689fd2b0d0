/** A statement that the user writes beside others. */
export interface Tab {
  readonly id: number;
  readonly text: string;
}

export interface Tabs {
  readonly all: readonly Tab[];
  /** The id of the one that is shown. */
  readonly active: number;
}

/** Returns the tabs with another one at the end, which is shown. */
export function addTab({ all }: Tabs, text: string): Tabs {
  const id = Math.max(0, ...all.map((tab) => tab.id)) + 1;
  return { all: [...all, { id, text }], active: id };
}

/** Returns the tabs without one; where it was shown, its neighbour is. The last tab stays. */
export function closeTab({ all, active }: Tabs, id: number): Tabs {
  const at = all.findIndex((tab) => tab.id === id);
  const left = all.filter((tab) => tab.id !== id);
  const neighbour = left[Math.min(at, left.length - 1)];
  if (at < 0 || neighbour === undefined) return { all, active };
  return { all: left, active: active === id ? neighbour.id : active };
}

export function writeInTab({ all, active }: Tabs, id: number, text: string): Tabs {
  return { all: all.map((tab) => (tab.id === id ? { id, text } : tab)), active };
}

/** Shows a statement: in its tab, else in the active one if nothing was written there, else in another one. */
export function showStatement(tabs: Tabs, text: string, unwritten: string): Tabs {
  const known = tabs.all.find((tab) => tab.text === text);
  if (known !== undefined) return { ...tabs, active: known.id };
  const active = tabs.all.find((tab) => tab.id === tabs.active);
  return active?.text === unwritten ? writeInTab(tabs, active.id, text) : addTab(tabs, text);
}

/** Returns the beginning of a statement, as the name of its tab. */
export function nameOf({ text }: Tab): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line === '') return 'empty';
  return line.length > 24 ? `${line.slice(0, 23)}…` : line;
}

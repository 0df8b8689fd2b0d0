import { useEffect, useState } from 'preact/hooks';
import { showStatement, type Tabs } from './tabs';

/** The tabs of an ontology, which the tab of the browser keeps. `start` is the statement of the address, `first` that of a new tab. */
export function useTabs(
  ontology: string,
  start: string,
  first: string,
): [Tabs, (change: (tabs: Tabs) => Tabs) => void] {
  const key = `tabs of ${ontology}`;
  const [tabs, setTabs] = useState((): Tabs => {
    const kept = sessionStorage.getItem(key);
    const before: Tabs = kept === null ? { all: [{ id: 1, text: first }], active: 1 } : (JSON.parse(kept) as Tabs);
    return start === '' ? before : showStatement(before, start, first);
  });
  useEffect(() => {
    if (start !== '') setTabs((before) => showStatement(before, start, first));
  }, [start]);
  useEffect(() => {
    sessionStorage.setItem(key, JSON.stringify(tabs));
  }, [tabs]);
  return [tabs, setTabs];
}

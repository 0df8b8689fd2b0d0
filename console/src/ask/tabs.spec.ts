import { addTab, closeTab, nameOf, showStatement, type Tabs, writeInTab } from './tabs';

const two: Tabs = { all: [{ id: 1, text: 'a' }, { id: 2, text: 'b' }], active: 1 }; // prettier-ignore

it('shows a tab that is added', () => {
  expect(addTab(two, 'c')).toEqual({ all: [...two.all, { id: 3, text: 'c' }], active: 3 });
});

it.each([
  [1, 2],
  [2, 1],
  [7, 1],
])('closes tab %i, and shows tab %i', (id, active) => {
  const closed = closeTab(two, id);
  expect(closed.all.map((tab) => tab.id)).toEqual([1, 2].filter((other) => other !== id));
  expect(closed.active).toBe(active);
});

it('shows the tab before where the last one is closed, and keeps the only one', () => {
  expect(closeTab({ ...two, active: 2 }, 2)).toEqual({ all: [{ id: 1, text: 'a' }], active: 1 });
  expect(closeTab({ all: [{ id: 1, text: 'a' }], active: 1 }, 1).all).toHaveLength(1);
});

it('loses nothing that was written when another statement is shown', () => {
  expect(showStatement(two, 'b', 'start').active).toBe(2);
  expect(showStatement(two, 'c', 'start')).toEqual(addTab(two, 'c'));
  expect(showStatement(two, 'c', 'a')).toEqual(writeInTab(two, 1, 'c'));
});

it.each([
  [' \n', 'empty'],
  ['SELECT\n  name FROM city', 'SELECT name FROM city'],
  ['SELECT name, population FROM city', 'SELECT name, population…'],
])('names a tab by its statement: %j', (text, name) => {
  expect(nameOf({ id: 1, text })).toBe(name);
});

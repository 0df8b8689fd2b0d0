import { findNearest, suggest } from './suggest';

const KNOWN = ['customer', 'invoice', 'invoice_line', 'track'];

it.each([
  ['custmer', 'customer'],
  ['CUSTOMER', 'customer'],
  ['cutsomer', 'customer'],
  ['invoces', 'invoice'],
  ['trakc', 'track'],
  ['invoice_lines', 'invoice_line'],
])('suggests for %s %s', (name, expected) => {
  expect(findNearest(name, KNOWN)).toBe(expected);
});

it.each(['', 'x', 'elephant', 'cust'])('suggests nothing for %j', (name) => {
  expect(findNearest(name, KNOWN)).toBeUndefined();
  expect(suggest(name, KNOWN)).toBeUndefined();
});

it('never suggests the name itself', () => {
  for (const name of KNOWN) expect(findNearest(name, KNOWN)).not.toBe(name);
});

it('returns a question', () => {
  expect(suggest('trak', KNOWN)).toBe('did you mean "track"?');
});

import { parseRoute, printRoute, type Route } from './route';

const ROUTES: readonly Route[] = [
  { screen: 'home' },
  { screen: 'ontology', ontology: 'my world' },
  { screen: 'ontology', ontology: 'world', concept: 'a/b' },
  { screen: 'data', ontology: 'world', filter: '' },
  { screen: 'data', ontology: 'world', concept: 'city', filter: '_subj_=name&_op_=eq&_comp_=a%26b' },
  { screen: 'entity', ontology: 'world', concept: 'city', id: '1|ü?#' },
  { screen: 'sources', ontology: 'world' },
  { screen: 'connect', ontology: 'world' },
  { screen: 'access', ontology: 'world' },
  { screen: 'audit', ontology: 'world' },
  { screen: 'account', ontology: 'world' },
  { screen: 'history', ontology: 'world' },
  { screen: 'history', ontology: 'world', version: '0b8f7a3e' },
  { screen: 'ask', ontology: 'world', statement: "SELECT '?', `a[b].c`\nFROM x" },
];

it.each(ROUTES)('is printed as an address from which it is read: %j', (route) => {
  expect(parseRoute(printRoute(route))).toEqual(route);
});

it.each([
  ['', { screen: 'home' }],
  ['#/world', { screen: 'ontology', ontology: 'world' }],
  ['#/world/nonsense', { screen: 'ontology', ontology: 'world' }],
  ['#/%zz/ask', { screen: 'ask', ontology: '%zz', statement: '' }],
])('reads %j as %j', (hash, route) => {
  expect(parseRoute(hash)).toEqual(route);
});

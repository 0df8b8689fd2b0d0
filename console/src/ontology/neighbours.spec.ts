import { EXAMPLE } from '../model/example-model';
import { neighbourhood } from './neighbours';

const idsOf = (...opened: readonly [string, ...string[]]) => {
  const { nodes, lines } = neighbourhood(EXAMPLE, new Set(opened), opened[0]);
  return [nodes.map(({ id }) => id), lines.map(({ id }) => id)];
};

it('shows a concept, its neighbours, and one line for a relationship and its inverse', () => {
  expect(idsOf('country')).toEqual([
    ['country', 'city'],
    ['country has_city city', 'country borders country'],
  ]);
});

it('grows by the neighbours of each opened concept', () => {
  const [nodes] = idsOf('capital');
  expect(nodes).toEqual(['capital', 'city', 'country']);
  expect(idsOf('capital', 'city')).toEqual([
    ['capital', 'city', 'country'],
    ['capital is city', 'city in_country country', 'country borders country'],
  ]);
});

it('shows the concept that all others inherit from only where it is opened', () => {
  expect(idsOf('thing')[0]).toEqual(['thing', 'country', 'city']);
});

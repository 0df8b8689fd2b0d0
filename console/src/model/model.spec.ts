import { EXAMPLE } from './example-model';
import { followPath, mainConcepts } from './model';
import { pathsOf } from './paths';
import { searchModel } from './search-model';

it('gives a concept the properties and relationships of its ancestors', () => {
  const capital = EXAMPLE.concepts.get('capital')!;
  expect(capital.properties.map(({ name }) => name)).toEqual(['name', 'population', 'group']);
  expect(capital.relationships.map(({ name }) => name)).toEqual(['in_country']);
  expect(EXAMPLE.concepts.get('city')).toMatchObject({ parents: ['thing'], children: ['capital'] });
  expect(EXAMPLE.roots).toEqual(['thing']);
});

it.each([
  ['city', '', 'city'],
  ['capital', 'in_country[country]', 'country'],
  ['capital', 'in_country.borders[country].', 'country'],
  ['city', 'borders[country]', undefined],
  ['city', 'in_country[nothing]', undefined],
])('follows a path from %s: %j', (start, path, end) => {
  expect(followPath(EXAMPLE, start, path)?.name).toBe(end);
});

it('begins with the concepts at which most relationships begin', () => {
  expect(mainConcepts(EXAMPLE, 2).map(({ name }) => name)).toEqual(['country', 'city']);
});

it('lists the paths to properties over one relationship', () => {
  expect(pathsOf(EXAMPLE, EXAMPLE.concepts.get('city')!)).toEqual([
    'name',
    'population',
    'group',
    'in_country[country].name',
  ]);
});

it.each([
  ['popul', ['population']],
  ['CITY', ['city', 'has_city', 'in_country']],
  ['about capital', ['capital']],
  ['cities', ['city', 'has_city', 'in_country', 'largest']],
  ['largest', ['largest']],
  ['nothing like it', []],
  ['  ', []],
])('finds %j in names and descriptions, names first', (text, names) => {
  expect(searchModel(EXAMPLE, text).map(({ name }) => name)).toEqual(names);
});

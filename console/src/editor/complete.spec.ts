import { EXAMPLE } from '../model/example-model';
import { complete } from './complete';

/** Completes at the mark `|`, and returns the replaced text and what is inserted, without functions and keywords. */
const completed = (marked: string) => {
  const offset = marked.indexOf('|');
  const { from, suggestions } = complete(EXAMPLE, marked.replace('|', ''), offset);
  const ofModel = suggestions.filter(({ kind }) => kind !== 'keyword' && kind !== 'function');
  return [marked.slice(from, offset), ofModel.map(({ insert }) => insert)];
};

it.each([
  ['SELECT pop| FROM city', 'pop', ['name', 'population', '`group`', '`in_country[country].']],
  ['SELECT name FROM ci|', 'ci', ['thing', 'country', 'city', 'capital', 'vsvc.largest']],
  ['SELECT name FROM dsvc.|', '', ['thing', 'country', 'city', 'capital', 'vsvc.largest']],
  ['SELECT `in_country[country].na| FROM capital', 'na', ['name', 'has_city[city].', 'borders[country].', 'is_bordered_by[country].']],
  ['SELECT `in_country[country].borders[country].| FROM city', '', ['name', 'has_city[city].', 'borders[country].', 'is_bordered_by[country].']],
  ['SELECT `nothing[x].| FROM city', '', []],
  ["SELECT 'a ` in a string', na| FROM `country`", 'na', ['name', '`has_city[city].', '`borders[country].', '`is_bordered_by[country].']],
  ['SELECT na|', 'na', []],
])('completes %s', (marked, replaced, inserted) => {
  expect(completed(marked)).toEqual([replaced, inserted]);
}); // prettier-ignore

it('offers functions and keywords after everything of the model', () => {
  const { suggestions } = complete(EXAMPLE, 'SELECT  FROM city', 7);
  const kinds = suggestions.map(({ kind }) => kind);
  expect([kinds[0], kinds.at(-1)]).toEqual(['property', 'keyword']);
  expect(suggestions.find(({ label }) => label === 'COUNT')?.insert).toBe('COUNT(');
});

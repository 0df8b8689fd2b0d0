import { parsePath } from './parse-path';

it.each([
  ['on_album[album].title', ['on_album[album]'], 'title', false],
  ['on_album[album].made_by[artist].name', ['on_album[album]', 'made_by[artist]'], 'name', false],
  ['~on_album[track].title', ['~on_album[track]'], 'title', false],
  ['in_playlist[playlist]_position', ['in_playlist[playlist]'], 'position', true],
  ['a[b].c[d]_e', ['a[b]', 'c[d]'], 'e', true],
  ['a b[c d].e f', ['a b[c d]'], 'e f', false],
])('reads %s', (name, hops, property, ofLink) => {
  const path = parsePath(name);
  expect(path?.hops.map((hop) => `${hop.relationship}[${hop.concept}]`)).toEqual(hops);
  expect(path).toMatchObject({ property, ofLink });
});

it('reads the greatest number of steps of a transitive hop', () => {
  expect(parsePath('reports_to[employee*3].name')?.hops).toEqual([
    { relationship: 'reports_to', concept: 'employee', steps: 3 },
  ]);
});

it.each([
  '',
  'title',
  'a.b',
  'a[b]',
  'a[b].',
  'a[b]_',
  'a[].c',
  '[b].c',
  'a[b.c',
  'a[b]c',
  'a[b*].c',
  'a[b*x].c',
  'a[b].c[d]',
  'a[b*1000].c',
])('returns undefined for %j', (name) => {
  expect(parsePath(name)).toBeUndefined();
});

import { printSvg, type Scene } from './print-svg';

const colours = { ink: 'rgb(0, 0, 0)', ground: 'white', accent: 'blue', quiet: 'grey' };
const box = { name: 'a', x: 0, y: 0, width: 40, height: 20, isStart: true };
const arrow = { from: { x: 20, y: 0 }, to: { x: 80, y: 0 }, bends: [], label: 'l', labelAt: { x: 50, y: 0 }, isDashed: false }; // prettier-ignore

const print = (scene: Partial<Scene>): string => printSvg({ boxes: [box], arrows: [], colours, ...scene });

it('surrounds the picture by a margin', () => {
  expect(print({ boxes: [box, { ...box, x: 100.2, y: 50 }] })).toContain(
    'width="201" height="130" viewBox="-50 -40 201 130"',
  );
});

it.each([
  [[], 'd="M20 0L80 0"'],
  [[{ x: 50, y: 30 }], 'd="M20 0Q50 30 80 0"'],
  [
    [
      { x: 0, y: 50 },
      { x: 100, y: 50 },
    ],
    'd="M20 0Q0 50 50 50Q100 50 80 0"',
  ],
])('draws an arrow with the bends %j', (bends, path) => {
  const svg = print({ arrows: [{ ...arrow, bends }] });
  expect(svg).toContain(path);
  expect(svg).toContain('marker-end="url(#arrow)"');
});

it('distinguishes the concept in the centre, and inheritance', () => {
  const svg = print({ boxes: [box, { ...box, name: 'b', isStart: false }], arrows: [{ ...arrow, isDashed: true }] });
  expect(svg.match(/stroke="blue" stroke-width="3"/g)).toHaveLength(1);
  expect(svg.match(/stroke-dasharray/g)).toHaveLength(1);
});

it('escapes names', () => {
  expect(print({ boxes: [{ ...box, name: '<a & b>' }] })).toContain('>&lt;a &amp; b&gt;</text>');
});

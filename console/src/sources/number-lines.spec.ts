import { numberLines } from './number-lines';

it('numbers lines from 1, aligned to the right', () => {
  const text = Array.from({ length: 10 }, (_, index) => `line ${index}`).join('\n');
  expect(numberLines(`${text}\n`).split('\n').slice(8)).toEqual([' 9  line 8', '10  line 9']);
});

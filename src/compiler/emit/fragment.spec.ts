import type { BoundValue } from '../../model';
import { finish } from './fragment';

const integer = (text: string): BoundValue => ({ type: 'integer', text });
const PIECES = ['SELECT ', integer('1'), ' + ', integer('2'), ' = ', integer('3')];

/** Returns the SQL with these values in place of those of the pieces, and its parameters. */
function fill(style: 'positional' | 'numbered', ...texts: readonly string[]): readonly [string, readonly string[]] {
  let place = 0;
  const { sql, parameters } = finish(PIECES, style, () => integer(texts[place++] ?? ''));
  return [sql, parameters.map(({ text }) => text)];
}

describe('finish', () => {
  it('has a placeholder and a parameter for each value', () => {
    for (const texts of ['1 2 3', '5 5 5'].map((values) => values.split(' ')))
      expect(fill('positional', ...texts)).toEqual(['SELECT ? + ? = ?', texts]);
  });

  it('gives equal values one number, whatever values were filled in before', () => {
    for (let time = 0; time < 2; time++) {
      expect(fill('numbered', '1', '2', '3')).toEqual(['SELECT $1 + $2 = $3', ['1', '2', '3']]);
      expect(fill('numbered', '7', '8', '9')).toEqual(['SELECT $1 + $2 = $3', ['7', '8', '9']]);
      expect(fill('numbered', '7', '7', '9')).toEqual(['SELECT $1 + $1 = $2', ['7', '9']]);
      expect(fill('numbered', '7', '9', '7')).toEqual(['SELECT $1 + $2 = $1', ['7', '9']]);
      expect(fill('numbered', '7', '7', '7')).toEqual(['SELECT $1 + $1 = $1', ['7']]);
    }
  });
});

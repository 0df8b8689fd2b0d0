import { constant } from '../../tree';
import { Trace, traceLiteral } from '../../trace';
import type { Literal } from '../../../model';
import { splitId } from './id-template';

const id = (text: string): Literal => constant('string', text);
const split = (text: string, count: number): readonly string[] | undefined =>
  splitId(id(text), count)?.map((part) => part.text);

describe('splitId', () => {
  it.each<[string, number, readonly string[] | undefined]>([
    ['a|b', 2, ['a', 'b']],
    ['a|b', 3, undefined],
    ['a', 2, undefined],
    ['|', 2, ['', '']],
    ['a||c', 3, ['a', '', 'c']],
    ['a\\|b|c', 2, ['a|b', 'c']],
    ['a\\\\|b', 2, ['a\\', 'b']],
    ['a\\x|b', 2, undefined],
    ['a|b\\', 2, undefined],
    ['北京|😀\n', 2, ['北京', '😀\n']],
  ])('splits %j of %i columns', (text, count, parts) => {
    expect(split(text, count)).toEqual(parts);
  });

  it('keeps the id of one column', () => {
    expect(split('a|b\\', 1)).toEqual(['a|b\\']);
  });

  it("depends on the form of a caller's id, not on its value", () => {
    const trace = new Trace(['a|b']);
    expect(splitId(traceLiteral(id('a|b'), trace, 0), 2)).toHaveLength(2);
    expect(trace.holdsFor(['c\\|d|e'])).toBe(true);
    expect(trace.holdsFor(['c'])).toBe(false);
  });
});

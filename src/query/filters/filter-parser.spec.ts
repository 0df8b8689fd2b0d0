import { Test } from '@nestjs/testing';
import { Environment } from '../../config';
import { CompileFigures } from '../planning/compile-figures';
import { FilterParser } from './filter-parser';

async function openParser(planCacheSize: number): Promise<{ parser: FilterParser; figures: CompileFigures }> {
  const module = Test.createTestingModule({ providers: [FilterParser, CompileFigures, Environment] });
  const environment = Object.assign(new Environment(), { planCacheSize });
  const compiled = await module.overrideProvider(Environment).useValue(environment).compile();
  return { parser: compiled.get(FilterParser), figures: compiled.get(CompileFigures) };
}

const ADDRESS = '/q/shop/concept/track?_subj_=title&_op_=eq&_comp_=Caf%C3%A9';

describe('FilterParser', () => {
  it('parses the query of a URL', async () => {
    const { parser } = await openParser(10);
    expect(parser.parse(ADDRESS)).toMatchObject({
      groups: [{ subject: 'title', condition: { value: 'Café' } }],
      nested: false,
    });
  });

  it('parses a form once, whatever the values, and counts what it parses', async () => {
    const { parser, figures } = await openParser(10);
    const first = parser.parse(ADDRESS);
    expect(parser.parse(ADDRESS)).toMatchObject(first);
    const other = parser.parse(ADDRESS.replace('Caf%C3%A9', '100%+%26'));
    expect([other.groups[0]?.condition, figures.parsed]).toEqual([
      { kind: 'compare', operator: '=', value: '100% &' },
      1,
    ]);
    expect([parser.parse(ADDRESS, 'true').nested, figures.parsed]).toEqual([true, 2]);
    expect([parser.parse(ADDRESS, 'false').nested, figures.parsed]).toEqual([false, 3]);
  });

  it.each([
    ['another number of values in a list', 'in&_comp_=1,2', 'in&_comp_="1,2"', 2],
    ['a cursor', 'eq&_comp_=1&_after_=x', 'eq&_comp_=2&_after_=x', 2],
    ['an encoded name of a parameter', 'eq&%5Fcomp_=1', 'eq&%5Fcomp_=2', 2],
    ['lists of the same length', 'in&_comp_=1,2', 'in&_comp_=3,%204', 1],
    ['values of an operator that takes none', 'is_null&_comp_=', 'is_null&_comp_=', 1],
  ])('parses forms with %s as often as needed', async (_, one, other, times) => {
    const { parser, figures } = await openParser(10);
    const [first, second] = [one, other].map((rest) => `/q/shop/concept/track?_subj_=title&_op_=${rest}`);
    const parsed = [first!, second!].map((address) => parser.parse(address));
    expect(figures.parsed).toBe(times);
    const { parser: afresh } = await openParser(0);
    expect(parsed[1]).toMatchObject(afresh.parse(second!));
  });

  it('parses again what was rejected', async () => {
    const { parser, figures } = await openParser(10);
    for (let attempt = 0; attempt < 2; attempt++)
      expect(() => parser.parse('/q/shop/concept/track?_subjj_=title')).toThrow('there is no parameter');
    expect(figures.parsed).toBe(2);
  });

  it.each([
    ['without a cache', 0, ADDRESS],
    ['of more than 10,000 characters', 10, `${ADDRESS}${'x'.repeat(10_000)}`],
  ])('parses a URL %s every time', async (_, size, address) => {
    const { parser, figures } = await openParser(size);
    for (let time = 0; time < 2; time++) parser.parse(address);
    expect(figures.parsed).toBe(2);
  });

  it('removes the filter that was not used for the longest time', async () => {
    const { parser, figures } = await openParser(2);
    for (const page of [1, 2, 1, 3, 1, 2]) parser.parse(`${ADDRESS}&_offset_=${page}`);
    expect(figures.parsed).toBe(4);
  });
});

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

  it('returns the cached filter for the same URL and header, and counts what it parses', async () => {
    const { parser, figures } = await openParser(10);
    const first = parser.parse(ADDRESS);
    expect([parser.parse(ADDRESS) === first, figures.parsed]).toEqual([true, 1]);
    expect([parser.parse(ADDRESS, 'true').nested, figures.parsed]).toEqual([true, 2]);
    expect([parser.parse(ADDRESS, 'false').nested, figures.parsed]).toEqual([false, 3]);
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

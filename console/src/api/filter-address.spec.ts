import { type Filter, filterAddress, readFilter } from './filter-address';

const FILTER: Filter = {
  ontology: 'a b',
  concept: 'city',
  comparisons: [
    { subject: 'in_country[country].name', operator: 'like', value: 'F%&' },
    { subject: 'population', operator: 'not_null', value: '' },
  ],
  columns: ['name', 'population'],
  order: '-name',
};

it('is the address of endpoint 5, from which the same filter is read', () => {
  const address = filterAddress({ ...FILTER, parameters: { _limit_: '5' } });
  expect(address).toBe(
    'q/a%20b/concept/city?_subj_=in_country%5Bcountry%5D.name&_op_=like&_comp_=F%25%26&_subj1_=population&_op1_=not_null&_select_=name%2Cpopulation&_order_=-name&_limit_=5',
  );
  expect(readFilter('a b', 'city', address.split('?')[1] ?? '')).toEqual(FILTER);
});

it('has no question mark without conditions', () => {
  expect(filterAddress({ ontology: 'o', concept: 'c', comparisons: [] })).toBe('q/o/concept/c');
  expect(readFilter('o', 'c', '')).toEqual({
    ontology: 'o',
    concept: 'c',
    comparisons: [],
    columns: [],
    order: undefined,
  });
});

it('reads an unknown operator as equality', () => {
  expect(readFilter('o', 'c', '_subj_=a&_op_=toString&_comp_=1').comparisons).toEqual([
    { subject: 'a', operator: 'eq', value: '1' },
  ]);
});

import { asText } from './entity-columns';

it.each(['integer', 'date', 'string'] as const)('makes NULL of type %s a NULL of strings', (of) => {
  const value = { kind: 'literal', type: 'null', text: '', of } as const;
  expect(asText(value)).toEqual({ ...value, of: 'string' });
});

it('casts other values, and leaves strings as they are', () => {
  const text = { kind: 'literal', type: 'string', text: 'a' } as const;
  expect(asText(text)).toBe(text);
  const number = { kind: 'literal', type: 'integer', text: '1' } as const;
  expect(asText(number)).toEqual({ kind: 'cast', operand: number, type: { name: 'char' } });
});

import { ServiceError } from '../../errors';
import type { LiteralType } from '../../model';
import { coerceLiteral, coerceLiteralTo, readTemporal } from './coerce-literal';
import type { ValueType } from './plan.ast';

const coerce = (text: string, type: ValueType, from: LiteralType = 'string') => {
  const literal = coerceLiteral({ kind: 'literal', type: from, text }, type);
  return literal && `${literal.type} ${literal.text}`;
};

it.each<[string, ValueType, string]>([
  ['abc', 'string', 'string abc'],
  [' a ', 'string', 'string  a '],
  ['12', 'string', 'string 12'],
  ['12', 'integer', 'integer 12'],
  [' +12 ', 'integer', 'integer 12'],
  ['-2147483648', 'integer', 'integer -2147483648'],
  ['12.00', 'integer', 'integer 12'],
  ['32767', 'smallint', 'integer 32767'],
  ['9223372036854775807', 'bigint', 'integer 9223372036854775807'],
  ['12.50', 'decimal', 'decimal 12.50'],
  ['.5', 'decimal', 'decimal 0.5'],
  ['-.5', 'decimal', 'decimal -0.5'],
  ['1e3', 'decimal', 'double 1000'],
  ['1e3', 'double', 'double 1000'],
  ['TRUE', 'boolean', 'boolean true'],
  ['0', 'boolean', 'boolean false'],
  ['2024-02-29', 'date', 'date 2024-02-29'],
  ['2024-02-29 00:00:00', 'date', 'date 2024-02-29'],
  ['2024-02-29', 'timestamp', 'timestamp 2024-02-29 00:00:00'],
  ['2024-02-29T10:20:30.5Z', 'timestamp', 'timestamp 2024-02-29 10:20:30.5'],
  ['7:05', 'time', 'time 07:05:00'],
])('reads %j as %s: %s', (text, type, expected) => {
  expect(coerce(text, type)).toBe(expected);
});

it.each<[string, ValueType]>([
  ['abc', 'integer'],
  ['', 'integer'],
  ['12abc', 'integer'],
  ['12.5', 'integer'],
  ['0x10', 'integer'],
  ['2147483648', 'integer'],
  ['32768', 'smallint'],
  ['9223372036854775808', 'bigint'],
  ['1,5', 'decimal'],
  ['NaN', 'double'],
  ['1e999', 'double'],
  ['yes', 'boolean'],
  ['2', 'boolean'],
  ['2023-02-29', 'date'],
  ['2024-13-01', 'date'],
  ['2024-02-29 10:00:00', 'date'],
  ['24-02-29', 'date'],
  ['2024-02-29 24:00:00', 'timestamp'],
  ['2024-02-29T10:20:30-06:00', 'timestamp'],
  ['10:60', 'time'],
])('does not read %j as %s', (text, type) => {
  expect(coerce(text, type)).toBeUndefined();
});

it('does not change NULL and values of unknown type', () => {
  expect(coerce('', 'integer', 'null')).toBe('null ');
  expect(coerce('abc', 'unknown')).toBe('string abc');
});

it('reports the offset of a value that does not fit, and its first 60 characters', () => {
  const refuse = () =>
    coerceLiteralTo({ kind: 'literal', type: 'string', text: 'x'.repeat(500), at: 7 }, 'date', 'born');
  expect(refuse).toThrow(ServiceError);
  expect(refuse).toThrow(`the value "${'x'.repeat(60)}..." does not fit "born", which is of type date`);
  const details: unknown = expect.objectContaining({ hint: 'a date is written YYYY-MM-DD', offset: 7 });
  expect(refuse).toThrow(expect.objectContaining({ code: 'plan_bad_value', details }) as Error);
});

describe('readTemporal', () => {
  const read = (type: LiteralType, text: string) => readTemporal({ kind: 'literal', type, text, at: 3 });

  it.each<[LiteralType, string, string]>([
    ['date', '2024-02-29', '2024-02-29'],
    ['time', '7:05', '07:05:00'],
    ['timestamp', '2024-02-29T10:20:30.5Z', '2024-02-29 10:20:30.5'],
    ['string', 'abc', 'abc'],
    ['integer', '7', '7'],
  ])('reads the %s %j as %j', (type, text, expected) => {
    expect(read(type, text)).toEqual({ kind: 'literal', type, text: expected, at: 3 });
  });

  it.each<[LiteralType, string]>([
    ['date', 'abc'],
    ['date', '2024-13-01'],
    ['time', '25'],
    ['timestamp', '2024-02-29T10:20:30-0600'],
  ])('rejects the %s %j', (type, text) => {
    const details: unknown = expect.objectContaining({ offset: 3 });
    expect(() => read(type, text)).toThrow(expect.objectContaining({ code: 'plan_bad_value', details }) as Error);
  });
});

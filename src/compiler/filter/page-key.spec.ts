import { fixtureOntology, ontologyOf, planText } from '../../../test/support/compile';
import type { Cell, Ontology } from '../../model';
import { findPageKey, type PageKey } from './page-key';

const COMPANY = fixtureOntology('company');

function keyOf(sql: string, names: string, ontology: Ontology = COMPANY): PageKey | undefined {
  const columns = names.split(' ').map((name) => ({
    name: name.replace('?', ''),
    descending: false,
    isNullable: name.endsWith('?'),
  }));
  return findPageKey(planText(ontology, sql), columns);
}

/** Returns the key of an employee with this value in one column. */
function read(name: string, cell: Cell): unknown {
  return keyOf(`SELECT ${name} FROM employee`, `${name}?`)?.read([cell]);
}

describe('the key of a row', () => {
  it.each<[string, Cell, string | null]>([
    ['employee_id', 7, '7'],
    ['badge', '9007199254740993', '9007199254740993'],
    ['salary', '-10.00', '-10.00'],
    ['name', 'Zoë 北京 😀', 'Zoë 北京 😀'],
    ['name', '', ''],
    ['active', true, 'true'],
    ['born', '2024-02-29', '2024-02-29'],
    ['hired', '1999-12-31 23:59:59.999999', '1999-12-31 23:59:59.999999'],
    ['shift', '-08:00:00.250000', '-08:00:00.250000'],
    ['boss_id', null, null],
  ])('contains the values as strings: %s %j', (name, cell, text) => {
    expect(read(name, cell)).toEqual([text]);
  });

  it.each<[string, Cell]>([
    ['employee_id', '2147483648'],
    ['employee_id', '1.5'],
    ['badge', '18446744073709551615'],
    ['salary', '1e40'],
    ['salary', `${'9'.repeat(37)}.12`],
    ['born', '0000-00-00'],
    ['born', '0044-03-15 (BC)'],
    ['hired', '2024-01-01 00:00:00.123456789'],
    ['hired', 'infinity'],
    ['name', 'a'.repeat(129)],
  ])('is undefined if a value would change when it is read back: %s %j', (name, cell) => {
    expect(read(name, cell)).toBeUndefined();
  });

  it('is undefined if a NOT NULL column is NULL', () => {
    expect(keyOf('SELECT name, employee_id FROM employee', 'name? employee_id')?.read([null, null])).toBeUndefined();
  });

  it('is undefined if it is too long for a URL', () => {
    const names = Array.from({ length: 30 }, (_, index) => `c${index}`);
    const ontology = ontologyOf(
      `CREATE CONCEPT wide (${names.map((name) => `${name} string`).join(', ')}, PRIMARY KEY (c0));
       CREATE MAPPING m INTO (wide) AS SELECT ${names.map((name) => `${name} AS ${name}`).join(', ')} FROM wide`,
    );
    const key = keyOf(`SELECT ${names.join(', ')} FROM wide`, names.join(' '), ontology);
    expect(key?.read(names.map(() => 'a'.repeat(99)))).toHaveLength(30);
    expect(key?.read(names.map(() => 'a'.repeat(101)))).toBeUndefined();
  });

  it('is read at the positions of its columns', () => {
    const key = keyOf('SELECT * FROM employee WHERE `works_in[department].code` IS NULL', 'works_in[department].code? Employee_ID'); // prettier-ignore
    const row = Array.from({ length: 20 }, (_, index) => index);
    expect(key?.read(row)).toEqual(key?.indexes.map(String));
    expect(key?.indexes).toHaveLength(2);
  });
});

describe('findPageKey', () => {
  it.each([
    ['approximate values', 'SELECT rating FROM employee', 'rating?'],
    ['a decimal that is reckoned', 'SELECT yearly FROM employee', 'yearly?'],
    ['an unknown column', 'SELECT name FROM employee', 'name? employee_id'],
    ['a value of no known type', 'SELECT NULL AS a FROM employee', 'a?'],
    ['strings of several tables', 'SELECT name FROM person', 'name?'],
    ['no order', 'SELECT name FROM employee', ''],
  ])('returns no key over %s', (_, sql, names) => {
    expect(keyOf(sql, names)).toBeUndefined();
  });

  it.each([
    ['the type and id in several tables, which are not columns of theirs', 'SELECT entity_type, entity_id FROM person', 'entity_type entity_id'], // prettier-ignore
    ['numbers of several tables', 'SELECT employee_id FROM person', 'employee_id?'],
    ['a text that one of several tables has', 'SELECT code FROM esvc.thing', 'code?'],
    ['a text that is made of one table', 'SELECT entity_label FROM project', 'entity_label'],
    ['columns of a view', 'SELECT name, born FROM vsvc.staff', 'name? born?'],
  ])('returns a key over %s', (_, sql, names) => {
    expect(keyOf(sql, names)).toBeDefined();
  });
});

describe('two adjacent rows', () => {
  const key = keyOf('SELECT name, salary FROM employee', 'name? salary?')!;
  it.each<[boolean, readonly Cell[], readonly Cell[]]>([
    [true, ['a', '1.00'], ['a', '2.00']],
    [true, ['a', '1.00'], ['b', '1.00']],
    [true, ['a', '1.00'], [null, '1.00']],
    [true, ['a', null], ['a', '1.00']],
    [true, ['a-1', null], ['a_1', null]],
    [true, ['', null], ['a', null]],
    [false, ['a', '1.00'], ['a', '1.00']],
    [false, [null, null], [null, null]],
    [false, ['a', null], ['A', null]],
    [false, ['a', null], ['a ', null]],
    [false, ['a', null], ['ä', null]],
    [false, ['😀', null], ['😁', null]],
    [false, ['i', null], ['j', null]],
    [false, ['u', null], ['v', null]],
    [false, ['a', null], ['a\u0000', null]],
  ])('surely differ: %s for %j, %j', (differs, row, next) => {
    expect(key.tellsApart(row, next)).toBe(differs);
  });
});

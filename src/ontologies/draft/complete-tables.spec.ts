import { type ScalarTypeName, type SourceTable } from '../../model';
import { type CompletedTables, completeTables } from './complete-tables';
import { type Finding, type Prober } from './prober';

type Rows = readonly (readonly (string | number | null)[])[];

/** Returns a table without keys with columns such as `id bigint`, as files have. */
function table(name: string, columns: string): SourceTable {
  const read = columns.split(', ').map((text) => {
    const [column = '', type = ''] = text.split(' ');
    return { name: column, nativeType: type, type: { name: type as ScalarTypeName }, nullable: true };
  });
  return { name, isView: true, columns: read, primaryKey: [], uniqueKeys: [], foreignKeys: [] };
}

/** Returns a prober that counts these rows. */
function probe(rows: Readonly<Record<string, Rows>>): Prober {
  const valuesOf = ({ name, columns }: SourceTable, wanted: readonly string[]) =>
    (rows[name] ?? []).map((row) => wanted.map((column) => row[columns.findIndex((known) => known.name === column)]));
  const find = (found: number, all: number): Finding =>
    all === 0 ? { holds: undefined, evidence: 'no values' } : { holds: found === all, evidence: `${found} of ${all}` };
  return {
    isKey: (from, columns) => {
      const values = valuesOf(from, columns);
      const distinct = new Set(values.filter((row) => !row.includes(null)).map((row) => JSON.stringify(row)));
      return Promise.resolve(find(distinct.size, values.length));
    },
    isIncluded: (from, column, target, targetColumn) => {
      const known = new Set(valuesOf(target, [targetColumn]).flat());
      const values = valuesOf(from, [column]).flat().filter((value) => value !== null); // prettier-ignore
      return Promise.resolve(find(values.filter((value) => known.has(value)).length, values.length));
    },
  };
}

const NOT_VERIFIED: Prober = {
  isKey: () => Promise.resolve({ holds: undefined, evidence: 'not verified' }),
  isIncluded: () => Promise.resolve({ holds: undefined, evidence: 'not verified' }),
};

/** Returns the keys as `table(key): column -> table.column`. */
function keysOf({ tables }: CompletedTables): string[] {
  return tables.map(({ name, primaryKey, foreignKeys }) => {
    const references = foreignKeys.map((key) => ` ${key.columns.join()}->${key.table}.${key.targetColumns.join()}`);
    return `${name}(${primaryKey.join()})${references.join('')}`;
  });
}

const FILM = table('film', 'film_id bigint, title string, language_id bigint');
const LANGUAGE = table('languages', 'id bigint, name string');
const ACTOR = table('actor', 'actor_id double, name string');
const FILM_ACTOR = table('film_actor', 'actor_id bigint, film_id bigint');
const ROWS = {
  film: [[1, 'a', 1], [2, 'b', 1]], // prettier-ignore
  languages: [[1, 'en']],
  actor: [[7, 'x'], [8, 'y']], // prettier-ignore
  film_actor: [[7, 1], [7, 2], [8, 1]], // prettier-ignore
};

it('finds keys, references and link tables by name, and verifies them on the data', async () => {
  const completed = await completeTables([ACTOR, FILM, FILM_ACTOR, LANGUAGE], probe(ROWS));
  expect(keysOf(completed)).toEqual([
    'actor(actor_id)',
    'film(film_id) language_id->languages.id',
    'film_actor(actor_id,film_id) actor_id->actor.actor_id film_id->film.film_id',
    'languages(id)',
  ]);
  expect(completed.notes.get('film_actor')).toEqual([
    '`actor_id`: 3 of 3.',
    '`film_id`: 3 of 3.',
    'There is no key in the data source: `actor_id`, `film_id` is a guess (3 of 3).',
  ]);
  expect(completed.head).toEqual([
    'The data source declares no foreign keys: relationships are guesses by the names of columns, each with its evidence.',
  ]);
});

it('rejects guesses that the data contradict, and says so', async () => {
  const rows = { ...ROWS, film: [[1, 'a', 9], [1, 'b', 1]] }; // prettier-ignore
  const { tables, notes } = await completeTables([FILM, LANGUAGE], probe(rows));
  expect(keysOf({ tables, notes, head: [] })).toEqual(['film()', 'languages(id)']);
  expect(notes.get('film')).toEqual(['`language_id` does not refer to `languages`: 1 of 2.']);
});

it('marks guesses that are not verified', async () => {
  const completed = await completeTables([ACTOR, FILM, FILM_ACTOR, LANGUAGE], NOT_VERIFIED);
  expect(keysOf(completed)).toEqual([
    'actor(actor_id)',
    'film(film_id) language_id->languages.id',
    'film_actor() actor_id->actor.actor_id film_id->film.film_id',
    'languages(id)',
  ]);
  expect(completed.notes.get('film')).toEqual([
    'There is no key in the data source: `film_id` is a guess (not verified).',
    '`language_id`: languages.id, not verified.',
  ]);
});

describe('a key', () => {
  const order = table('orders', 'order_id bigint');
  const keyOf = async (tables: readonly SourceTable[], rows: Readonly<Record<string, Rows>>) =>
    keysOf(await completeTables(tables, probe(rows))).find((text) => text.startsWith('t('));

  it.each([
    ['id bigint, t_id bigint', [[1, 1], [2, 2]], 't(id)'], // prettier-ignore
    ['id bigint, t_id bigint', [[1, 1], [1, 2]], 't(t_id)'], // prettier-ignore
    ['tid bigint, x bigint', [[1, 1], [2, 1]], 't(tid)'], // prettier-ignore
    ['x bigint, code string', [[1, 'a'], [1, 'b']], 't(code)'], // prettier-ignore
    ['country string, x bigint', [['a', 1], ['b', 1]], 't(country)'], // prettier-ignore
    ['country string, x bigint', [['a', 1], ['a', 2]], 't()'], // prettier-ignore
    ['country string, x bigint', [['a', 1], [null, 2]], 't()'], // prettier-ignore
    ['id boolean', [[1]], 't()'],
  ])('of the columns %s with the rows %j is %s', async (columns, rows, expected) => {
    expect(await keyOf([table('t', columns)], { t: rows })).toBe(expected);
  });

  it('is never a foreign key alone, even where its values are distinct', async () => {
    const rows = { t: [[1, 5], [2, 5]], orders: [[1], [2]] }; // prettier-ignore
    expect(await keyOf([table('t', 'order_id bigint, n bigint'), order], rows)).toBe('t() order_id->orders.order_id');
    const declared = { ...table('orders_archive', 'order_id bigint'), foreignKeys: [{ columns: ['order_id'], table: 'orders', targetColumns: ['order_id'] }] }; // prettier-ignore
    const { tables } = await completeTables([order, declared], NOT_VERIFIED);
    expect(tables[1]?.primaryKey).toEqual([]);
  });

  it('is a foreign key with a column that distinguishes the rows of its target', async () => {
    const rows = { t: [[1, 1, 5], [1, 2, 5], [2, 1, 5]], orders: [[1], [2]] }; // prettier-ignore
    const lines = table('t', 'order_id bigint, line_no bigint, amount bigint');
    expect(await keyOf([lines, order], rows)).toBe('t(order_id,line_no) order_id->orders.order_id');
  });

  it('that a column of another table shares makes it a reference', async () => {
    const days = table('days', 'service_id string, n bigint');
    const rows = { calendar: [['a', 1], ['b', 2]], days: [['a', 1], ['a', 2]] }; // prettier-ignore
    const completed = await completeTables([table('calendar', 'service_id string, n bigint'), days], probe(rows));
    expect(keysOf(completed)).toEqual(['calendar(service_id)', 'days() service_id->calendar.service_id']);
  });
});

it.each([
  ['film_id bigint', 'film_id->film.film_id'],
  ['film bigint', 'film->film.film_id'],
  ['fk_film bigint', 'fk_film->film.film_id'],
  ['filmid bigint', 'filmid->film.film_id'],
  ['first_film_id bigint', 'first_film_id->film.film_id'],
  ['parent_id bigint', 'parent_id->t.t_id'],
  ['film_id string', ''],
  ['amount bigint', ''],
  ['filmed bigint', ''],
])('the column %s refers to %j', async (column, expected) => {
  const t = table('t', `t_id bigint, ${column}`);
  const rows = { film: ROWS.film, t: [[1, 1], [2, 2]] }; // prettier-ignore
  const [text] = keysOf(await completeTables([t, FILM], probe(rows)));
  expect(text).toBe(`t(t_id)${expected === '' ? '' : ` ${expected}`}`);
});

it('guesses no foreign keys next to declared ones', async () => {
  const declared = {
    ...FILM_ACTOR,
    foreignKeys: [{ columns: ['film_id'], table: 'film', targetColumns: ['film_id'] }],
  };
  const { tables, head } = await completeTables([ACTOR, FILM, declared], probe(ROWS));
  expect(tables[2]?.foreignKeys).toEqual(declared.foreignKeys);
  expect(head).toEqual([]);
});

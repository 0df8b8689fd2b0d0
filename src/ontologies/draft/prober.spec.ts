import { ReadableStream } from 'node:stream/web';
import { type Engine } from '../../engines';
import { ServiceError } from '../../errors';
import { type CompiledQuery, type SourceTable } from '../../model';
import { openProber } from './prober';

const named = (name: string): SourceTable => ({
  name,
  isView: false,
  columns: [],
  primaryKey: [],
  uniqueKeys: [],
  foreignKeys: [],
});

/** Returns an engine that answers with these two numbers, or fails. */
function answer(
  ...numbers: readonly [string, string] | readonly [ServiceError]
): Engine & { readonly asked: string[] } {
  const asked: string[] = [];
  const run = ({ sql }: CompiledQuery) => {
    asked.push(sql.replace(/\s+/g, ' '));
    const [first] = numbers;
    if (first instanceof ServiceError) return Promise.reject(first);
    return Promise.resolve({ columns: [], batches: ReadableStream.from([[numbers]]) });
  };
  return { dialect: 'duckdb', isIdle: true, run, asked } as unknown as Engine & { readonly asked: string[] };
}

it('counts all rows, or those of a sample', async () => {
  const engine = answer('5462', '5462');
  expect(await openProber(engine, 'full').isIncluded(named('film_actor'), 'f', named('film'), 'film_id')).toEqual({
    holds: true,
    evidence: '5,462 of 5,462 values found in film.film_id',
  });
  expect(engine.asked).toEqual([
    'SELECT (SELECT COUNT(*) FROM "film_actor" WHERE "f" IN (SELECT "film_id" FROM "film")), (SELECT COUNT(*) FROM "film_actor" WHERE "f" IS NOT NULL)',
  ]);
  expect(await openProber(engine, 'sample').isKey(named('a'), ['x', 'y'])).toEqual({
    holds: true,
    evidence: 'distinct in 5,462 of 5,462 rows of a sample',
  });
  expect(engine.asked[1]).toContain('FROM (SELECT * FROM "a" LIMIT 10000) AS s');
});

it.each([
  ['fewer values than rows', answer('4', '5'), { holds: false, evidence: 'distinct in 4 of 5 rows' }],
  ['no rows', answer('0', '0'), { holds: undefined, evidence: 'not verified: there are no values' }],
  [
    'a time-out',
    answer(new ServiceError('source_timed_out', 'late')),
    { holds: undefined, evidence: 'not verified: it took longer than 10 s' },
  ],
  ['a refusal', answer(new ServiceError('source_refused', 'no')), { holds: undefined, evidence: 'not verified: no' }],
])('reports %s', async (_, engine, finding) => {
  expect(await openProber(engine, 'full').isKey(named('a'), ['x'])).toEqual(finding);
});

it('queries nothing if nothing is to be verified', async () => {
  const engine = answer('1', '1');
  expect(await openProber(engine, 'none').isKey(named('a'), ['x'])).toEqual({
    holds: undefined,
    evidence: 'not verified',
  });
  expect(engine.asked).toEqual([]);
});

it('verifies nothing once the time for all guesses is over', async () => {
  const engine = answer('7', '7');
  const prober = openProber(engine, 'full', 0);
  const finding = { holds: undefined, evidence: 'not verified: no time was left' };
  expect(await prober.isKey(named('t'), ['id'])).toEqual(finding);
  expect(engine.asked).toEqual([]);
});

import { type SourceCondition } from '../../engines';
import { SourceFigures } from '../../engines/running/source-figures';
import { type ErrorCode, ServiceError } from '../../errors';
import { rowObjects } from './model-rows';
import { sysDataSourceState } from './sys-datasource-state';

/** Three statements of 20 ms on the average, and one error. */
function makeFigures(): SourceFigures {
  const figures = new SourceFigures('shop', 'main');
  figures.durations[2] = 2;
  figures.durations[5] = 1;
  figures.seconds = 0.06;
  figures.running = 1;
  figures.countError(new Error('a fault of the service'));
  return figures;
}

const rowOf = (condition?: Omit<SourceCondition, 'figures'>) =>
  rowObjects(
    sysDataSourceState([{ name: 'main', type: 'mysql', ...(condition && { condition: { figures: makeFigures(), ...condition } }) }]),
  )[0]; // prettier-ignore

it.each([
  [{ nodeStates: [] }, 'available', null, null],
  [{ nodeStates: ['closed', 'closed'] }, 'available', 2, 2],
  [{ nodeStates: ['closed', 'half_open', 'open'] }, 'degraded', 3, 1],
  [{ nodeStates: ['open', 'half_open'] }, 'unavailable', 2, 0],
  [{}, 'unavailable', null, null],
] as const)('a data source with %j is %s', (condition, state, servers, inUse) => {
  expect(rowOf(condition)).toMatchObject({ state, servers, servers_in_use: inUse });
});

it('is unavailable from a statement that finds no server until one that does', () => {
  const figures = makeFigures();
  const states = ['source_unavailable', 'source_timed_out', 'source_refused'].map((code) => {
    figures.countError(new ServiceError(code as ErrorCode, 'an error'));
    return sysDataSourceState([{ name: 'main', type: 'mysql', condition: { figures, nodeStates: ['closed'] } }]).rows[0]?.[2]; // prettier-ignore
  });
  expect(states).toEqual(['unavailable', 'unavailable', 'available']);
});

it('counts the statements and errors of a data source, with the mean time', () => {
  expect(rowOf({ nodeStates: [] })).toMatchObject({ statements: 3, errors: 1, mean_ms: 20, running: 1, waiting: 0 });
  expect(rowOf()).toMatchObject({ state: 'unused', statements: 0, errors: 0, mean_ms: null });
});

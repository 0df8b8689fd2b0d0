import { setTimeout as sleep } from 'node:timers/promises';
import { fixtureOntology } from '../../../test/support/compile';
import { Environment } from '../../config';
import type { DataSourceConnection, Engine, EnginesService } from '../../engines';
import type { CurrentVersionsService, DataSourcesService } from '../../ontologies';
import { SourcesService } from './sources.service';

const ontology = fixtureOntology('chinook');

function makeSources(connectionOf: () => Promise<DataSourceConnection>) {
  const engines = { open: (connection: DataSourceConnection) => Promise.resolve(connection as unknown as Engine) };
  return new SourcesService(
    new Environment(),
    {} as Partial<CurrentVersionsService> as CurrentVersionsService,
    { connectionOf } as Partial<DataSourcesService> as DataSourcesService,
    engines as Partial<EnginesService> as EnginesService,
  );
}

it('looks the options of a data source up once in half a second', async () => {
  let lookUps = 0;
  const sources = makeSources(() => Promise.resolve({ lookUp: ++lookUps } as unknown as DataSourceConnection));
  const [first, second] = await Promise.all([sources.open(ontology, 'db'), sources.open(ontology, 'db')]);
  expect([await sources.open(ontology, 'db'), second]).toEqual([first, first]);
  expect(await sources.open(ontology, 'other')).toEqual({ lookUp: 2 });
  await sleep(600);
  expect(await sources.open(ontology, 'db')).toEqual({ lookUp: 3 });
});

it('looks the options of a data source up again after a failure', async () => {
  let lookUps = 0;
  const sources = makeSources(() =>
    ++lookUps === 1 ? Promise.reject(new Error('away')) : Promise.resolve({} as DataSourceConnection),
  );
  await expect(sources.open(ontology, 'db')).rejects.toThrow('away');
  expect(await sources.open(ontology, 'db')).toEqual({});
});

import { CACHE_MANAGER } from '@nestjs/cache-manager';
import { Test } from '@nestjs/testing';
import { Environment } from '../../config';
import { type Caller, type Ontology } from '../../model';
import { SharedCacheService } from '../../redis';
import { Workers } from '../../workers';
import { OntologyRegistry } from './ontology-registry';
import { openMetadataCache } from './metadata-cache.module';
import { MetadataCacheService } from './metadata-cache.service';

const caller = { name: 'ana' } as Caller;
const versionOf = (version: string) => ({ version }) as Ontology;

async function openService(): Promise<MetadataCacheService> {
  const versions = [{ id: 'shop', name: 'shop', description: '', version: '2' }];
  const providers = [
    MetadataCacheService,
    { provide: CACHE_MANAGER, useValue: openMetadataCache(new SharedCacheService(new Environment(), new Workers())) },
    { provide: OntologyRegistry, useValue: { list: () => Promise.resolve(versions) } },
    { provide: Environment, useValue: new Environment() },
  ];
  return (await Test.createTestingModule({ providers }).compile()).get(MetadataCacheService);
}

it('reads the metadata of the current version once', async () => {
  const metadata = await openService();
  const read = jest.fn(() => Promise.resolve({ rows: [['a', null]] }));
  const found = [];
  for (let round = 0; round < 2; round++) found.push(await metadata.find(caller, versionOf('2'), 'SHOW A', read));
  expect(found).toEqual([{ rows: [['a', null]] }, { rows: [['a', null]] }]);
  expect(read).toHaveBeenCalledTimes(1);
  await metadata.find(caller, versionOf('2'), 'SHOW B', read);
  expect(read).toHaveBeenCalledTimes(2);
});

it('does not cache a version that is not current', async () => {
  const metadata = await openService();
  const read = jest.fn(() => Promise.resolve(1));
  for (let round = 0; round < 2; round++) await metadata.find(caller, versionOf('1'), 'SHOW A', read);
  expect(read).toHaveBeenCalledTimes(2);
});

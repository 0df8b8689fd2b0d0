import { CACHE_MANAGER } from '@nestjs/cache-manager';
import { type ExecutionContext } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/internal';
import { Test } from '@nestjs/testing';
import { firstValueFrom, of } from 'rxjs';
import { Environment } from '../../config';
import { type Caller } from '../../model';
import { SharedCacheService } from '../../redis';
import { Workers } from '../../workers';
import { OntologyRegistry } from '../versions/ontology-registry';
import { openMetadataCache } from '../versions/metadata-cache.module';
import { type CurrentVersion } from '../versions/ontologies.repository';
import { MetadataCacheInterceptor } from './metadata-cache.interceptor';

const callerOf = (name: string): Caller => ({ id: name, name, roles: [], grants: [] });
const currentOf = (name: string, version = '1'): CurrentVersion => ({
  id: `id of ${name}`,
  name,
  description: '',
  version,
});

/** The ontologies visible to each caller, by the caller's name. */
let visible: Readonly<Record<string, readonly CurrentVersion[]>>;
const catalogue = {
  list: (caller: Caller) => Promise.resolve(visible[caller.name]!),
  getCurrent: (caller: Caller, name: string) => {
    const current = visible[caller.name]!.find((one) => one.name === name);
    return current === undefined ? Promise.reject(new Error('ontology_unknown')) : Promise.resolve(current);
  },
};

let interceptor: MetadataCacheInterceptor;

beforeEach(async () => {
  visible = { ana: [currentOf('shop'), currentOf('world')], ben: [currentOf('shop')], eve: [currentOf('shop')] };
  const cache = openMetadataCache(new SharedCacheService(new Environment(), new Workers()));
  const providers = [
    MetadataCacheInterceptor,
    { provide: CACHE_MANAGER, useValue: cache },
    { provide: OntologyRegistry, useValue: catalogue },
  ];
  interceptor = (await Test.createTestingModule({ providers }).compile()).get(MetadataCacheInterceptor);
});

function contextOf(caller: string, ontology?: string): ExecutionContext {
  const params = ontology === undefined ? {} : { ontology_name: ontology };
  const url = ontology === undefined ? '/svc/api/list' : '/svc/api/details/:ontology_name';
  const reply = { header: () => undefined };
  const request = { caller: callerOf(caller), params, routeOptions: { url }, method: 'GET' };
  const context = new ExecutionContextHost([request, reply], Object, () => undefined);
  context.setType('http');
  return context;
}

async function request(context: ExecutionContext, json: string): Promise<readonly [string, string]> {
  const { whole, note } = await firstValueFrom(await interceptor.intercept(context, { handle: () => of(json) }));
  return [note.cache, whole.body.toString()];
}

const bodyOf = (data: string): string => `{"data":${data},"status":"success"}`;

describe('the cache of metadata', () => {
  it('calls the handler once for callers who may see the same', async () => {
    expect(await request(contextOf('ben'), '["shop"]')).toEqual(['MISS', bodyOf('["shop"]')]);
    expect(await request(contextOf('ben'), '["other"]')).toEqual(['HIT', bodyOf('["shop"]')]);
    expect(await request(contextOf('eve'), '["other"]')).toEqual(['HIT', bodyOf('["shop"]')]);
  });

  it('never returns the list of one caller to another with other rights', async () => {
    await request(contextOf('ana'), '["shop","world"]');
    expect(await request(contextOf('ben'), '["shop"]')).toEqual(['MISS', bodyOf('["shop"]')]);
    visible = { ...visible, ana: [currentOf('shop')] };
    expect(await request(contextOf('ana'), '["shop","world"]')).toEqual(['HIT', bodyOf('["shop"]')]);
  });

  it('checks access to an ontology before it reads the cache', async () => {
    await request(contextOf('ana', 'world'), '{}');
    expect((await request(contextOf('ana', 'world'), '{}'))[0]).toBe('HIT');
    await expect(request(contextOf('ben', 'world'), '{}')).rejects.toThrow('ontology_unknown');
  });

  it('keeps ontologies and routes apart', async () => {
    await request(contextOf('ana', 'world'), '{"of":"world"}');
    expect((await request(contextOf('ana', 'shop'), '{"of":"shop"}'))[0]).toBe('MISS');
    expect((await request(contextOf('ben'), '[]'))[0]).toBe('MISS');
  });

  it.each([
    ['a new version', currentOf('shop', '2')],
    ['a cleared cache', { ...currentOf('shop'), cacheMark: 'renewed' }],
    ['another ontology of the same name', { ...currentOf('shop'), id: 'another' }],
  ])('misses after %s', async (_, current) => {
    for (const context of [contextOf('ben', 'shop'), contextOf('ben')]) await request(context, '{"old":1}');
    visible = { ...visible, ben: [current] };
    for (const context of [contextOf('ben', 'shop'), contextOf('ben')])
      expect(await request(context, '{"new":1}')).toEqual(['MISS', bodyOf('{"new":1}')]);
  });

  it('counts the elements of a list for the audit log', async () => {
    const answer = await interceptor.intercept(contextOf('ana'), { handle: () => of('["shop","world"]') });
    expect((await firstValueFrom(answer)).whole.rowCount).toBe(2);
  });
});

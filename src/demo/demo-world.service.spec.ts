import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { Environment } from '../config';
import { type OntologyRegistry, type OntologiesService } from '../ontologies';
import { DemoWorldService } from './demo-world.service';

let dataDir: string;
beforeEach(async () => {
  Logger.overrideLogger(false);
  dataDir = await mkdtemp(join(tmpdir(), 'demo-world-test-'));
  await mkdir(join(dataDir, 'sources'));
  await writeFile(join(dataDir, 'sources/world.duckdb'), 'stays as it is');
});
afterEach(() => rm(dataDir, { recursive: true }));

/** The ontology and the kinds of the statements of each call of `applyDefinitions`. */
async function definedBy({ demo, isTaken }: { demo: boolean; isTaken: boolean }): Promise<[string, Set<string>][]> {
  const calls: [string, Set<string>][] = [];
  const catalogue = { isTaken: () => Promise.resolve(isTaken) } as unknown as OntologyRegistry;
  const applyDefinitions: OntologiesService['applyDefinitions'] = (caller, ontologyName, statements) => {
    calls.push([ontologyName, new Set(statements.map(({ kind }) => kind))]);
    return Promise.resolve({ caller, ontologyName, warnings: [] });
  };
  const databaseUrl = demo ? '' : 'sqlite:elsewhere.db';
  const environment = Object.assign(new Environment(), { databaseUrl, dataDir });
  const ontologies = { applyDefinitions } as unknown as OntologiesService;
  const service = new DemoWorldService(environment, catalogue, ontologies);
  await service.onApplicationBootstrap();
  return calls;
}

it('creates a missing ontology in one request even if its data exist', async () => {
  const kinds = [
    'create-ontology',
    'create-datasource',
    'create-property',
    'create-concept',
    'create-mapping',
    'create-view',
  ];
  expect(await definedBy({ demo: true, isTaken: false })).toEqual([['world', new Set(kinds)]]);
});

it('does not change an existing ontology of that name', async () => {
  expect(await definedBy({ demo: true, isTaken: true })).toEqual([]);
});

it('does nothing outside demo mode', async () => {
  expect(await definedBy({ demo: false, isTaken: false })).toEqual([]);
});

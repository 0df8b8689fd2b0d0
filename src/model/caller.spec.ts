import { allows, type Caller, type Grant, type Resource, type Right } from './caller';

const who = (...grants: Grant[]): Caller => ({ id: '1', name: 'ana', roles: [], grants });
const all: Resource = { kind: 'all' };
const shop: Resource = { kind: 'ontology', ontology: 'Shop' };
const views: Resource = { kind: 'ontology', ontology: 'shop', schema: 'vsvc' };
const users: Resource = { kind: 'users' };
const sources: Resource = { kind: 'datasources' };
const source: Resource = { kind: 'datasource', ontology: 'shop', dataSource: 'main' };

it.each<[Right, Resource, Right, Resource, boolean]>([
  ['ADMIN', all, 'QUERY', shop, true],
  ['ADMIN', all, 'UNMASK', views, true],
  ['ADMIN', shop, 'EDIT', { kind: 'ontology', ontology: 'SHOP' }, true],
  ['ADMIN', shop, 'ADMIN', { kind: 'ontology', ontology: 'other' }, false],
  ['ADMIN', shop, 'ADMIN', all, false],
  ['ADMIN', shop, 'ADMIN', source, true],
  ['QUERY', shop, 'QUERY', views, true],
  ['QUERY', shop, 'ACCESS', shop, true],
  ['QUERY', shop, 'EDIT', shop, false],
  ['QUERY', shop, 'UNMASK', shop, false],
  ['EDIT', shop, 'QUERY', views, false],
  ['UNMASK', shop, 'QUERY', shop, false],
  ['QUERY', views, 'QUERY', views, true],
  ['QUERY', views, 'QUERY', { kind: 'ontology', ontology: 'shop', schema: 'dsvc' }, false],
  ['QUERY', views, 'QUERY', shop, false],
  ['QUERY', views, 'ACCESS', shop, true],
  ['ADMIN', source, 'ADMIN', source, true],
  ['ADMIN', source, 'ADMIN', { ...source, dataSource: 'second' }, false],
  ['ADMIN', source, 'ADMIN', shop, false],
  ['ADMIN', source, 'ACCESS', shop, true],
  ['ADMIN', source, 'ACCESS', views, false],
  ['EDIT', sources, 'EDIT', source, true],
  ['QUERY', sources, 'ADMIN', source, false],
  ['QUERY', sources, 'ACCESS', shop, true],
  ['QUERY', sources, 'QUERY', shop, false],
  ['QUERY', sources, 'ACCESS', views, false],
  ['QUERY', sources, 'ACCESS', all, false],
  ['EDIT', sources, 'ACCESS', users, false],
  ['ADMIN', all, 'ADMIN', sources, true],
  ['ADMIN', shop, 'ADMIN', sources, false],
  ['ADMIN', users, 'ADMIN', sources, false],
  ['ADMIN', all, 'EDIT', users, true],
  ['EDIT', all, 'EDIT', users, false],
  ['QUERY', all, 'ACCESS', users, false],
  ['EDIT', users, 'EDIT', users, true],
  ['EDIT', users, 'ACCESS', users, true],
  ['QUERY', users, 'EDIT', users, false],
  ['EDIT', users, 'EDIT', shop, false],
  ['EDIT', users, 'ACCESS', all, false],
  ['EDIT', users, 'AUTH', { kind: 'user', user: 'ana' }, false],
  ['CREATE', all, 'CREATE', all, true],
  ['CREATE', all, 'ACCESS', shop, false],
])('%s on %j gives %s on %j: %s', (granted, on, asked, resource, expected) => {
  expect(allows(who({ right: granted, resource: on }), asked, resource)).toBe(expected);
});

it('denies every right without grants', () => {
  expect(allows(who(), 'ACCESS', shop)).toBe(false);
});

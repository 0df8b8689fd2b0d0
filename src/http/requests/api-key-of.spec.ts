import { apiKeyOf, bearerOf } from './api-key-of';

it.each([
  [{}, undefined],
  [{ 'x-api-key': 'tk_1' }, 'tk_1'],
  [{ 'x-api-key': '' }, ''],
  [{ 'x-api-key': ['tk_1', 'tk_1'] }, undefined],
  [{ authorization: 'Bearer tk_1' }, 'tk_1'],
  [{ authorization: 'bearer   tk_1' }, 'tk_1'],
  [{ authorization: 'Bearer tk_1 tk_2' }, undefined],
  [{ authorization: 'Bearer TK_1' }, undefined],
  [{ authorization: 'Basic tk_1' }, undefined],
  [{ authorization: 'Bearer gAAAA' }, undefined],
  [{ 'x-api-key': 'tk_1', authorization: 'Bearer tk_1' }, 'tk_1'],
  [{ 'x-api-key': 'tk_1', authorization: 'Bearer tk_2' }, undefined],
  [{ 'x-api-key': '', authorization: 'Bearer tk_2' }, undefined],
  [{ 'x-api-key': 'tk_1', authorization: 'Bearer gAAAA' }, 'tk_1'],
  [{ 'x-api-key': 'tk_1', authorization: 'Basic YTpi' }, 'tk_1'],
])('finds the API key of %j: %s', (headers, key) => {
  expect(apiKeyOf(headers)).toBe(key);
});

it('reads bearer tokens of any kind', () => {
  expect([bearerOf('Bearer gAAAA'), bearerOf('Bearer'), bearerOf(undefined)]).toEqual(['gAAAA', undefined, undefined]);
});

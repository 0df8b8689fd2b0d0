import { concerns, grantStatement, resourceOf, revokeStatement } from './grant-statements';

it.each([
  ['ALL', true],
  ['ALL USER', false],
  ['user.`shop`', false],
  ['ontology.`shop`', true],
  ['ontology.`shop`.schema.`dsvc`', true],
  ['datasource.`shop`.`main`', true],
  ['ontology.`shop two`', false],
  ['ontology.`other`', false],
])('a permission on %s concerns the ontology Shop: %s', (resource, expected) => {
  expect(concerns(resource, 'Shop')).toBe(expected);
});

it('quotes names', () => {
  expect(grantStatement('QUERY', resourceOf('a`b'), 'user', 'c d')).toBe(
    'GRANT QUERY ON ontology.`a``b` TO USER `c d`',
  );
  expect(revokeStatement('QUERY', 'ALL', 'role', 'r')).toBe('REVOKE QUERY ON ALL FROM ROLE `r`');
});

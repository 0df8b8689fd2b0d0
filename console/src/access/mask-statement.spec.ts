import { filterStatement, maskStatement } from './mask-statement';

const mask = { property: 'email', concept: '', mask: 'hash', text: '', exceptRole: '' } as const;

it.each([
  [{}, 'CREATE POLICY `hide_email` MASK PROPERTY `email` WITH `hash`()'],
  [
    { concept: 'person', mask: 'constant', text: "it's", exceptRole: 'clerk' },
    "CREATE POLICY `hide_email_of_person` MASK PROPERTY `email` OF `person` WITH constant('it''s') EXCEPT ROLE `clerk`",
  ],
  [{ mask: 'partial' }, 'CREATE POLICY `hide_email` MASK PROPERTY `email` WITH partial(1, 1)'],
  [{ mask: 'null' }, 'CREATE POLICY `hide_email` MASK PROPERTY `email` WITH `null`()'],
] as const)('masks by %j', (changes, expected) => {
  expect(maskStatement({ ...mask, ...changes })).toBe(expected);
});

it('filters by a condition as it is written', () => {
  expect(filterStatement('person', "city = 'Oslo'", 'north')).toBe(
    "CREATE POLICY `person_of_north` FILTER `person` WHERE city = 'Oslo' TO ROLE `north`",
  );
});

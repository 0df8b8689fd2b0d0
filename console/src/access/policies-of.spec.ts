import { policiesOf } from './policies-of';

it('finds each policy of a script, whatever its strings contain', () => {
  const script = [
    "CREATE OR REPLACE CONCEPT `a` (`b` string) DESCRIPTION = 'x';",
    "CREATE OR REPLACE POLICY `it``s; here`\n  MASK PROPERTY `b` WITH constant('a;''\\' b')\n  EXCEPT ROLE `r`;",
    'CREATE OR REPLACE POLICY `two` FILTER `a` WHERE `b` = 1 TO ROLE `r`;',
    '',
  ].join('\n');
  expect(policiesOf(script)).toEqual([
    {
      name: 'it`s; here',
      statement: "POLICY `it``s; here`\n  MASK PROPERTY `b` WITH constant('a;''\\' b')\n  EXCEPT ROLE `r`;",
    },
    { name: 'two', statement: 'POLICY `two` FILTER `a` WHERE `b` = 1 TO ROLE `r`;' },
  ]);
});

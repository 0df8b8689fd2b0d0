import { EXAMPLE } from './example-model';
import { concernsConcept, policiesOf } from './policies';

const SCRIPT = [
  "CREATE OR REPLACE CONCEPT `a` (`b` string) DESCRIPTION = 'x';",
  "CREATE OR REPLACE POLICY `it``s; here`\n  MASK PROPERTY `b` WITH constant('a;''\\' b')\n  EXCEPT ROLE `r`;",
  'CREATE OR REPLACE POLICY `two` FILTER `a` WHERE `b` = 1 TO ROLE `r`;',
  'CREATE OR REPLACE POLICY `three`\n  MASK PROPERTY `b` OF `a``a` WITH hash();',
  '',
].join('\n');

it('finds each policy of a script, whatever its strings contain', () => {
  expect(policiesOf(SCRIPT)).toEqual([
    {
      name: 'it`s; here',
      statement: "POLICY `it``s; here`\n  MASK PROPERTY `b` WITH constant('a;''\\' b')\n  EXCEPT ROLE `r`;",
      concept: undefined,
      property: 'b',
    },
    {
      name: 'two',
      statement: 'POLICY `two` FILTER `a` WHERE `b` = 1 TO ROLE `r`;',
      concept: 'a',
      property: undefined,
    },
    {
      name: 'three',
      statement: 'POLICY `three`\n  MASK PROPERTY `b` OF `a``a` WITH hash();',
      concept: 'a`a',
      property: 'b',
    },
  ]);
});

it.each([
  ['a filter of the concept', { concept: 'city', property: undefined }, ['city', 'capital']],
  ['a filter of its child', { concept: 'capital', property: undefined }, ['city', 'capital']],
  ['a mask of one concept', { concept: 'city', property: 'population' }, ['city', 'capital']],
  ['a mask of every concept', { concept: undefined, property: 'name' }, ['country', 'city', 'capital']],
  ['a mask of a property that is elsewhere', { concept: undefined, property: 'other' }, []],
])('%s concerns the concepts of its line that have the property', (_what, object, concerned) => {
  const policy = { name: 'p', statement: '', ...object };
  const names = ['country', 'city', 'capital'].filter((name) =>
    concernsConcept(EXAMPLE, EXAMPLE.concepts.get(name)!, policy),
  );
  expect(names).toEqual(concerned);
});

import { ServiceFault } from '../api/service-fault';
import { explanationOf, faultOfStatement } from './statement-place';

it.each([
  ['SELECT 1', 'EXPLAIN SELECT 1'],
  ['\n with a AS (SELECT 1) SELECT * FROM a; ', 'EXPLAIN \n with a AS (SELECT 1) SELECT * FROM a'],
  ['SELECT 1; SELECT 2', undefined],
  ['SHOW CONCEPTS', undefined],
  ['', undefined],
])('explains %j', (statement, explanation) => {
  expect(explanationOf(statement)).toBe(explanation);
});

it.each([
  [
    { line: 1, column: 16 },
    { line: 1, column: 8 },
  ],
  [
    { line: 2, column: 16 },
    { line: 2, column: 16 },
  ],
  [undefined, undefined],
])('moves the place %j of an error into the statement', (position, expected) => {
  const {
    status,
    message,
    hint,
    position: place,
  } = faultOfStatement(new ServiceFault(400, 'wrong', 'right', position));
  expect([status, message, hint, place]).toEqual([400, 'wrong', 'right', expected]);
});

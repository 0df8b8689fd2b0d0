import { fastest, limitHere } from '../../test/support/processor-time';
import { leaveOutValues } from './leave-out-values';

describe('leaveOutValues', () => {
  it.each([
    ["SELECT * FROM `t 1` WHERE a = 'it''s' AND b2 > -1.5e3", 'SELECT * FROM `t 1` WHERE a = ? AND b2 > -?'],
    ['SELECT "x\\"y", \'a\\\'b\'', 'SELECT ?, ?'],
    ["CREATE USER ana\n  PASSWORD 'secret'", 'CREATE USER ana PASSWORD ?'],
    ["SELECT 1 -- secret\n, 2 # secret\n /* secret '*/ , 3", 'SELECT ? , ? , ?'],
    ["SELECT 'unclosed secret", 'SELECT ?'],
    ['SELECT /* unclosed secret', 'SELECT'],
    ["SELECT DATE '2020-01-01', x'ff', größe2 FROM ca_1", 'SELECT DATE ?, x?, größe2 FROM ca_1'],
    ['SELECT a.b, .5, 1.', 'SELECT a.b, ?, ?'],
    ['SELECT a.5, 2b, (3)IN(4), 5e+6,\t7', 'SELECT a.?, ?b, (?)IN(?), ?, ?'],
  ])('removes the values of %p', (statement, shape) => {
    expect(leaveOutValues(statement)).toBe(shape);
  });

  it('runs in time proportional to the length of the statement', () => {
    for (const piece of ["'", '"', '/*', '`', "\\'", '1e', '--'])
      expect(fastest(() => leaveOutValues(piece.repeat(200_000)))).toBeLessThan(limitHere(500));
  });
});

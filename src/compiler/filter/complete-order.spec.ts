import { fixtureOntology, parseQuery } from '../../../test/support/compile';
import { printQuery } from '../statement';
import { completeOrder } from './complete-order';

const ONTOLOGY = fixtureOntology('records');

function orderOf(sql: string, concept: string): string {
  const completed = completeOrder(parseQuery(sql), ONTOLOGY, ONTOLOGY.concepts.get(concept)!);
  return printQuery(completed).split(' ORDER BY ')[1] ?? '';
}

describe('completeOrder', () => {
  it.each([
    ['the key', 'SELECT title FROM track', 'track', '`track_id`'],
    ['all of a composite key', 'SELECT line FROM stop', 'stop', '`line`, `number`'],
    [
      'type and id without a key',
      'SELECT name FROM person ORDER BY name',
      'person',
      '`name`, `entity_type`, `entity_id`',
    ],
    [
      'no identity of what is one',
      'SELECT `on_album[album].made_by[artist].country` FROM track',
      'track',
      '`track_id`',
    ],
    [
      'the identity behind each step to many',
      'SELECT `made[album].has_track[track].title` FROM artist',
      'artist',
      '`artist_id`, `made[album].entity_type`, `made[album].entity_id`, `made[album].has_track[track].entity_type`, `made[album].has_track[track].entity_id`',
    ],
    [
      'a transitive step as it was written',
      'SELECT `reports_to[employee*3].name` FROM employee',
      'employee',
      '`employee_id`, `reports_to[employee*3].entity_type`, `reports_to[employee*3].entity_id`',
    ],
    ['multi-values', "SELECT title FROM track WHERE tag LIKE 'l%'", 'track', '`track_id`, `tag`'],
    [
      'multi-values at the end of a path',
      'SELECT `of_track[track].tag` FROM sale',
      'sale',
      '`sale_id`, `of_track[track].tag`',
    ],
  ])('completes by %s', (_, sql, concept, order) => {
    expect(orderOf(sql, concept)).toBe(order);
  });

  it('completes the order of a view by its columns', () => {
    expect(printQuery(completeOrder(parseQuery('SELECT a FROM v ORDER BY b'), ONTOLOGY, ['a', 'x[c].b']))).toBe(
      'SELECT `a` FROM `v` ORDER BY `b`, `a`, `x[c].b`',
    );
  });
});

import { fixtureOntology, ontologyOf, parseQuery } from '../../../test/support/compile';
import type { Ontology } from '../../model';
import { printQuery } from '../statement';
import { completeOrder } from './complete-order';

const ONTOLOGY = fixtureOntology('records');

/** Returns the completed order; `?` marks the nullable columns, whose NULLs sort last. */
function orderOf(sql: string, by: string | readonly string[], ontology: Ontology = ONTOLOGY, masked = ''): string {
  const concept = typeof by === 'string' ? ontology.concepts.get(by)! : by;
  const completed = completeOrder(parseQuery(sql), ontology, concept, { masks: (key) => key === masked });
  const order = printQuery(completed).split(' ORDER BY ')[1] ?? '';
  return order.replaceAll(/(`[^`]+`) IS NULL, \1/g, '$1?');
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
      'the identity after each step to many',
      'SELECT `made[album].has_track[track].title` FROM artist',
      'artist',
      '`artist_id`, `made[album].entity_type`?, `made[album].entity_id`?, `made[album].has_track[track].entity_type`?, `made[album].has_track[track].entity_id`?',
    ],
    [
      'a transitive step as it was written',
      'SELECT `reports_to[employee*3].name` FROM employee',
      'employee',
      '`employee_id`, `reports_to[employee*3].entity_type`?, `reports_to[employee*3].entity_id`?',
    ],
    ['multi-values', "SELECT title FROM track WHERE tag LIKE 'l%'", 'track', '`track_id`, `tag`?'],
    [
      'multi-values at the end of a path',
      'SELECT `of_track[track].tag` FROM sale',
      'sale',
      '`sale_id`, `of_track[track].tag`?',
    ],
  ])('completes by %s', (_, sql, concept, order) => {
    expect(orderOf(sql, concept)).toBe(order);
  });

  it('completes by the id if a part of the key is masked', () => {
    const sql = 'SELECT title FROM stop ORDER BY line DESC';
    expect(orderOf(sql, 'stop', ONTOLOGY, 'number')).toBe('`line` DESC, `entity_type` DESC, `entity_id` DESC');
    expect(orderOf(sql, 'stop', ONTOLOGY, 'title')).toBe('`line` DESC, `number` DESC');
  });

  it('completes the order of a view by its columns', () => {
    expect(orderOf('SELECT a FROM v ORDER BY b', ['a', 'B', 'x[c].b'])).toBe('`b`, `a`?, `x[c].b`?');
  });

  it('continues in the direction of the order', () => {
    const sql = "SELECT line FROM stop WHERE `next[stop*2].line` = 'A' ORDER BY line, number DESC, entity_label DESC";
    expect(orderOf(sql, 'stop')).toBe(
      '`line`, `number` DESC, `entity_label` DESC, `next[stop*2].entity_type`? DESC, `next[stop*2].entity_id`? DESC',
    );
  });

  it('does not repeat columns of the order', () => {
    expect(orderOf('SELECT title FROM track ORDER BY Track_ID DESC, title', 'track')).toBe('`Track_ID` DESC, `title`');
  });

  it.each([
    ['concepts below share the key', 'PRIMARY KEY (id)', '`id`'],
    ['one has a key of its own', 'number integer, PRIMARY KEY (number)', '`entity_type`, `entity_id`'],
  ])('completes by the key of a parent where %s', (_, key, order) => {
    const ontology = ontologyOf(`CREATE CONCEPT a (id integer, PRIMARY KEY (id));
      CREATE CONCEPT b (id integer, ${key}) INHERITS (a)`);
    expect(orderOf('SELECT id FROM a', 'a', ontology)).toBe(order);
  });
});

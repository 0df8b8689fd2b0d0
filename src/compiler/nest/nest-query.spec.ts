import { ontologyOf, parseQuery } from '../../../test/support/compile';
import { printQuery } from '../statement';
import { nestQuery } from './nest-query';

const COMMON = `
CREATE CONCEPT shelf (room integer, number smallint, PRIMARY KEY (room, number), LABEL (room));`;

/** Returns the order of the nested statement over a concept with this key. */
function orderOf(script: string, key: string, maskColumns: readonly string[] = ['email']): string | undefined {
  const ontology = ontologyOf(`${COMMON} ${script} CREATE CONCEPT item (code string, born date, weight double, email string, tag string,
    room integer, number smallint, PRIMARY KEY (${key}), LABEL (code), CONSTRAINT on_shelf FOREIGN KEY (room, number) REFERENCES shelf (room, number));`); // prettier-ignore
  const columnsOf = (): never => {
    throw new Error('no view is read');
  };
  const nested = nestQuery(parseQuery('SELECT tag, `on_shelf[shelf].room` FROM item'), { ontology, serviceName: 'svc', maskColumns, columnsOf }); // prettier-ignore
  return nested && printQuery(nested.query).replace(/.* ORDER BY /, '');
}

describe('nestQuery', () => {
  it.each([
    ['a string', 'code', '`code`'],
    ['several integers and strings', 'room, code, number', '`room`, `code`, `number`'],
    ['a date, which may be that of a time', 'code, born', '`entity_id`'],
    ['a fraction, which may be rounded', 'weight', '`entity_id`'],
    ['a property that is sensitive by its name', 'email', '`entity_id`'],
  ])('orders entities by the shown values of a key only if these identify them: %s', (_, key, order) => {
    expect(orderOf('', key)).toBe(order);
  });

  it('orders them by a key that no mask applies to', () => {
    expect(orderOf('', 'email', [])).toBe('`email`');
    expect(orderOf("CREATE PROPERTY code string WITH TAGS (classification = 'PII');", 'code')).toBe('`entity_id`');
    expect(orderOf('CREATE POLICY hidden MASK PROPERTY code WITH partial(2, 0) EXCEPT ROLE analyst;', 'code')).toBe(
      '`entity_id`',
    );
  });
});

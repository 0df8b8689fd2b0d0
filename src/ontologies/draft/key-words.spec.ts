import { stemOfColumn, stemOfReference, toSingular } from './key-words';

it.each([
  ['album_id', 'album'],
  ['company_identifier', 'company'],
  ['company_number', 'company'],
  ['fk_company_id', 'company'],
  ['id_cliente', 'cliente'],
  ['person_id_fk', 'person'],
  ['id', ''],
  ['code', ''],
  ['support_rep', 'support_rep'],
  ['paid', 'paid'],
  ['valid', 'valid'],
])('stemOfColumn: %s -> %j', (column, stem) => {
  expect(stemOfColumn(column)).toBe(stem);
});

it.each([
  ['albumid', 'albums', 'album'],
  ['forclientid', 'client', 'forclient'],
  ['paid', 'person', 'paid'],
  ['album_id', 'artist', 'album'],
])('stemOfReference: %s to %s -> %s', (column, table, stem) => {
  expect(stemOfReference(column, table)).toBe(stem);
});

it.each([
  ['routes', 'route'],
  ['order_lines', 'order_line'],
  ['categories', 'category'],
  ['addresses', 'address'],
  ['address', 'address'],
  ['boxes', 'box'],
  ['statuses', 'status'],
  ['status', 'status'],
  ['houses', 'house'],
  ['people', 'person'],
  ['series', 'series'],
  ['analysis', 'analysis'],
  ['gas', 'gas'],
  ['bus', 'bus'],
  ['staff', 'staff'],
  ['country', 'country'],
])('toSingular: %s -> %s', (name, singular) => {
  expect(toSingular(name)).toBe(singular);
});

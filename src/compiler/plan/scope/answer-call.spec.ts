import { compileText, ontologyOf } from '../../../../test/support/compile';

const parametersOf = (sql: string) => {
  const { sql: compiled, parameters } = compileText(ontologyOf(''), sql, 'mysql');
  return [compiled, ...parameters.map((parameter) => parameter.text)];
};

it('returns user and database names of the service, never of the data source', () => {
  expect(parametersOf('SELECT CURRENT_USER() AS a, USER() AS b, DATABASE() AS c, VERSION() AS d')).toEqual([
    'SELECT ? AS `a`, ? AS `b`, ? AS `c`, ? AS `d`',
    'reader',
    'reader',
    'test',
    'Ontology Query Service',
  ]);
});

it('returns the user name also as a function with the name of the service', () => {
  expect(parametersOf('SELECT svc_username() AS a, SVC_USERNAME() AS b')).toEqual([
    'SELECT ? AS `a`, ? AS `b`',
    'reader',
    'reader',
  ]);
  expect(() => parametersOf('SELECT acme_username()')).toThrow('there is no function ACME_USERNAME');
});

it('rejects arguments', () => {
  expect(() => parametersOf('SELECT VERSION(1)')).toThrow('there is no function VERSION');
});

it.each(['REPEAT("a", 1e9)', 'LPAD("a", 1000000, "b")', 'RPAD("a", "1e7", "b")'])(
  'rejects the long string of %s',
  (call) => {
    expect(() => parametersOf(`SELECT ${call}`)).toThrow('strings of fewer than 1000000 characters');
  },
);

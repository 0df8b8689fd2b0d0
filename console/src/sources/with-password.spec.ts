import { withPassword } from './with-password';

const before = '-- a draft\nCREATE ONTOLOGY `shop`;\n\n';
const after = '\nCREATE CONCEPT `a` (`b` string);\n';

it.each([
  [
    "CREATE DATASOURCE `shop` TYPE mysql OPTIONS (`host` = 'a)b');",
    "CREATE DATASOURCE `shop` TYPE mysql OPTIONS (`host` = 'a)b', `password` = 'it''s \\\\ $& $1');",
  ],
  [
    "create or replace datasource shop type mysql options (host = 'h') ; ",
    "create or replace datasource shop type mysql options (host = 'h', `password` = 'it''s \\\\ $& $1') ; ",
  ],
  [
    "CREATE DATASOURCE s TYPE mysql OPTIONS (host = 'h', password = env('P'));",
    "CREATE DATASOURCE s TYPE mysql OPTIONS (host = 'h', password = env('P'));",
  ],
])('is added to the options of %s', (line, expected) => {
  expect(withPassword(`${before}${line}${after}`, "it's \\ $& $1")).toBe(`${before}${expected}${after}`);
});

it('is not added where no line defines a data source', () => {
  expect(withPassword(`${before}-- CREATE DATASOURCE s TYPE mysql OPTIONS (a = 'b');${after}`, 'p')).toBeUndefined();
});

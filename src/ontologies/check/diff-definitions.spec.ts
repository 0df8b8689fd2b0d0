import { buildOntology, readScript } from '../../compiler/ontology';
import { diffDefinitions } from './diff-definitions';
import { findBreaks } from './find-breaks';

const BEFORE = `
  CREATE ONTOLOGY shop;
  CREATE DATASOURCE main TYPE duckdb OPTIONS (path = 'shop.duckdb');
  CREATE PROPERTY note string DESCRIPTION = 'first';
  CREATE CONCEPT customer (id integer, name string, note string, PRIMARY KEY (id));
  CREATE CONCEPT invoice (id integer, customer_id integer, total decimal(9, 2), PRIMARY KEY (id),
    CONSTRAINT placed_by FOREIGN KEY (customer_id) REFERENCES customer (id) INVERSEOF placed);
  CREATE CONCEPT large_invoice INHERITS (invoice) FROM invoice WHERE total > 100;
  CREATE MAPPING customers INTO customer AS SELECT id, name, note FROM customers;
  CREATE MAPPING invoices INTO invoice AS SELECT id, customer_id, total FROM invoices;
  CREATE VIEW totals AS SELECT id AS number, total AS total FROM invoice;`;

const definitionsOf = (script: string) => readScript(script, 'svc');
const ontologyOf = (script: string) => buildOntology(definitionsOf(script), '', 'svc');
const changesOf = (after: string) =>
  diffDefinitions(definitionsOf(BEFORE), definitionsOf(after)).map(({ object, change }) => `${change} ${object}`);
const breaksOf = (after: string) =>
  findBreaks(ontologyOf(BEFORE), ontologyOf(after), 'svc').map(({ object, message }) => `${object}: ${message}`);

describe('diffDefinitions', () => {
  it('returns nothing for equal versions, whatever their layout', () => {
    expect(changesOf(`${BEFORE} -- the same`)).toEqual([]);
  });

  it('returns both statements of what has changed', () => {
    const after = BEFORE.replace("'first'", "'second'");
    expect(diffDefinitions(definitionsOf(BEFORE), definitionsOf(after))).toEqual([
      {
        object: 'property `note`',
        change: 'changed',
        before: "CREATE OR REPLACE PROPERTY `note` string\\n  DESCRIPTION = 'first'".replaceAll('\\n', '\n'),
        after: "CREATE OR REPLACE PROPERTY `note` string\\n  DESCRIPTION = 'second'".replaceAll('\\n', '\n'),
      },
    ]);
  });

  it('names what was dropped and added, and settings', () => {
    const after = `${BEFORE.replace(/CREATE VIEW[^;]*;/, '')} CREATE VIEW names AS SELECT name AS name FROM customer; ALTER ONTOLOGY shop SET result_ttl = '60'`;
    expect(changesOf(after)).toEqual(['dropped view `totals`', 'added setting `result_ttl`', 'added view `names`']);
    expect(diffDefinitions(definitionsOf(after), definitionsOf(BEFORE)).map(({ change }) => change)).toEqual(['dropped', 'dropped', 'added']); // prettier-ignore
  });
});

describe('findBreaks', () => {
  it('finds none where definitions are only added or described', () => {
    const after = `${BEFORE.replace("'first'", "'second'")} CREATE PROPERTY more string; CREATE VIEW names AS SELECT name AS name FROM customer`;
    expect(breaksOf(after)).toEqual([]);
    expect(breaksOf(BEFORE.replace('note string,', 'NOTE string,'))).toEqual([]);
  });

  it.each([
    ['a property that is gone', (script: string) => script.replace('note string, PRIMARY', 'PRIMARY').replace('id, name, note', 'id, name'), ['concept `customer`: the property `note` does not exist any more']],
    ['a type', (script: string) => script.replace('total decimal(9, 2)', 'total double'), [
      'concept `invoice`: the property `total` is now double, and was decimal(9,2)',
      'concept `large_invoice`: the property `total` is now double, and was decimal(9,2)',
      'view `totals`: the column `total` is now double, and was decimal',
    ]],
    ['a relationship', (script: string) => script.replace('INVERSEOF placed', 'INVERSEOF bought'), ['concept `customer`: the relationship `placed` does not exist any more']],
    ['a view that is gone', (script: string) => script.replace(/CREATE VIEW[^;]*;/, ''), ['view `totals`: does not exist any more']],
    ['a column of a view', (script: string) => script.replace('id AS number', 'id AS no'), ['view `totals`: the column `number` does not exist any more']],
    ['a mapping', (script: string) => script.replace(/CREATE MAPPING invoices[^;]*;/, ''), [
      expect.stringMatching(/^view `totals`: .*no mapping.*\(plan_no_mapping\)$/) as string,
      expect.stringMatching(/^concept `large_invoice`: .*\(plan_no_mapping\)$/) as string,
    ]],
  ])('finds %s', (_, change, breaks) => {
    expect(breaksOf(change(BEFORE))).toEqual(breaks);
  }); // prettier-ignore
});

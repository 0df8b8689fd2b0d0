import { fastest, limitHere } from '../../../test/support/processor-time';
import { buildOntology, readScript } from '../../compiler/ontology';
import { findPaths } from './find-paths';
import { searchModel } from './search-model';

const CONCEPTS = 1000;
const script = [
  "CREATE PROPERTY `code` string DESCRIPTION 'The key of a record'",
  "CREATE PROPERTY `amountDue` double DESCRIPTION 'What a customer still has to pay'",
  "CREATE CONCEPT `customer` (`code` string, PRIMARY KEY (`code`)) DESCRIPTION 'A person who buys' WITH TAGS (`synonyms` = 'client, buyer, company')",
  "CREATE CONCEPT `invoice` (`code` string, `amountDue` double, `customer_code` string, PRIMARY KEY (`code`), CONSTRAINT `billed_to` FOREIGN KEY (`customer_code`) REFERENCES `customer` (`code`) INVERSEOF `has_invoice`) DESCRIPTION 'A bill for a customer'",
  ...Array.from({ length: CONCEPTS }, (_, index) => `CREATE CONCEPT \`record_${index}\` (\`code\` string, PRIMARY KEY (\`code\`)) DESCRIPTION 'A record of kind ${index}, kept for a customer'`),
].join(';\n'); // prettier-ignore
const ontology = buildOntology(readScript(script), 'version');
const search = (text: string): readonly string[] =>
  searchModel(ontology, text, 3).map(({ kind, name }) => `${kind} ${name}`);

describe('a search in a model of a thousand concepts', () => {
  it.each([
    ['customer', 'concept customer'],
    ['the Customers', 'concept customer'],
    ['clients', 'concept customer'],
    ['which buyer', 'concept customer'],
    ['companies', 'concept customer'],
    ['amount due', 'property amountDue'],
    ['bills', 'concept invoice'],
    ['invoices billed', 'relationship billed_to'],
    ['record 517', 'concept record_517'],
    ['invo', 'concept invoice'],
  ])('finds %j first: %s', (text, expected) => {
    expect(search(text)[0]).toBe(expected);
  });

  it('finds nothing for other words, and no more than requested', () => {
    expect([search('zebra'), search(''), search("'; --")]).toEqual([[], [], []]);
    expect(searchModel(ontology, 'record', 20)).toHaveLength(20);
  });

  it('takes no longer than a short statement', () => {
    let index = 0;
    expect(fastest(() => search(`customer record ${index++}`))).toBeLessThan(limitHere(100));
  });
});

it('finds paths in both directions, and none where there is none', () => {
  const path = (from: string, to: string) =>
    findPaths(ontology, ontology.concepts.get(from)!, ontology.concepts.get(to)!);
  expect(path('invoice', 'customer')).toEqual([{ path: 'billed_to[customer]', steps: 1 }]);
  expect(path('customer', 'invoice')).toEqual([{ path: 'has_invoice[invoice]', steps: 1 }]);
  expect(path('record_1', 'invoice')).toEqual([]);
});

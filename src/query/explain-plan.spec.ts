import { compileText, ontologyOf, planText } from '../../test/support/compile';
import { explainPlan, printExplanation } from './explain-plan';

const SCRIPT = `
CREATE CONCEPT client (email string, country string, PRIMARY KEY (email));
CREATE MAPPING map_client INTO (client) AS SELECT mail AS email, country FROM clients;`;

const explain = (sql: string) => {
  const ontology = ontologyOf(SCRIPT, 'mysql');
  return explainPlan(planText(ontology, sql), compileText(ontology, sql, 'mysql'));
};

it('tells the statement, its values and the mappings, for a person to read', () => {
  expect(printExplanation(explain("SELECT country FROM client WHERE country = 'Norway'"))).toBe(
    [
      'data source: source (mysql)',
      'statement:',
      '  SELECT `client`.`country` AS `country` FROM `clients` AS `client` WHERE `client`.`mail` IS NOT NULL AND `client`.`country` = ?',
      'parameters:',
      '  1. string "Norway"',
      'mappings: map_client',
    ].join('\n'),
  );
});

it('never shows the key of the hash that stands for a masked identity', () => {
  const explanation = explain('SELECT entity_id FROM client');
  expect(explanation.parameters).toEqual([{ type: 'string', value: '(a key of the service)' }]);
  expect(printExplanation(explanation)).not.toContain('test key');
});

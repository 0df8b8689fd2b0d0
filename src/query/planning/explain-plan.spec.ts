import { compileText, ontologyOf, planText } from '../../../test/support/compile';
import { DIALECTS } from '../../compiler/dialects';
import { listDropped } from '../../compiler/optimize';
import { explainPlan, printExplanation } from './explain-plan';

const SCRIPT = `
CREATE CONCEPT client (email string, country string, PRIMARY KEY (email));
CREATE MAPPING map_client INTO (client) AS SELECT mail AS email, country FROM clients;
CREATE CONCEPT friend INHERITS (client);
CREATE MAPPING map_friend INTO (friend) AS SELECT mail AS email, country FROM friends;`;

const explain = (sql: string) => {
  const ontology = ontologyOf(SCRIPT, 'mysql');
  const plan = planText(ontology, sql);
  return explainPlan(plan, compileText(ontology, sql, 'mysql'), listDropped(plan, DIALECTS.mysql));
};

it('prints the statement, its values and the mappings', () => {
  expect(printExplanation(explain("SELECT country FROM friend WHERE country = 'Norway'"))).toBe(
    [
      'data source: source (mysql)',
      'statement:',
      '  SELECT `friend`.`country` AS `country` FROM `friends` AS `friend` WHERE `friend`.`mail` IS NOT NULL AND `friend`.`country` = ?',
      'parameters:',
      '  1. string "Norway"',
      'mappings: map_friend',
      'dropped: none',
    ].join('\n'),
  );
});

it('prints the mappings that were removed, with the pass', () => {
  const explanation = explain("SELECT country FROM client WHERE entity_type = 'friend'");
  expect(explanation.dropped).toEqual([{ pass: 'prune-branches', mapping: 'map_client', times: 1 }]);
  expect(printExplanation(explanation)).toContain('\ndropped:\n  map_client by prune-branches');
});

it('never shows the key of the hash that replaces a masked identity', () => {
  const explanation = explain('SELECT entity_id FROM friend');
  expect(explanation.parameters).toEqual([{ type: 'string', value: '(a key of the service)' }]);
  expect(printExplanation(explanation)).not.toContain('test key');
});

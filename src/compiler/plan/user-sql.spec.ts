import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ontologyOf, READER } from '../../../test/support/compile';
import { describeWithTestData, TEST_DATA_DIR } from '../../../test/support/services';
import { ServiceError } from '../../errors';
import { parseStatements } from '../statement';
import { planStatement } from './select/plan-query';

interface Verdict {
  readonly sql: string;
  readonly verdict: 'allow' | 'deny';
}

const SCRIPT = `
CREATE CONCEPT person (id integer, name string, email string, secret string, city string, born date, age integer, PRIMARY KEY (id), LABEL (name));
CREATE MAPPING map_person INTO (person) AS SELECT id, name, email, secret, city, born, age FROM people;
CREATE VIEW v AS SELECT entity_id FROM person;`;

describeWithTestData('attack', 'untrusted statements', () => {
  const cases = JSON.parse(
    readFileSync(resolve(TEST_DATA_DIR, 'attack/own/user-sql.json'), 'utf8'),
  ) as readonly Verdict[];
  const context = {
    ontology: ontologyOf(SCRIPT, 'mysql'),
    caller: READER,
    serviceName: 'svc',
    maskColumns: ['secret'],
    hashKeyOf: () => 'k',
  };

  const judge = (sql: string): 'allow' | 'deny' => {
    try {
      for (const statement of parseStatements(sql)) {
        if (statement.kind === 'query') planStatement(context, statement.query);
      }
      return 'allow';
    } catch (error) {
      expect(error).toBeInstanceOf(ServiceError);
      return 'deny';
    }
  };

  it.each(cases)('$verdict: $sql', ({ sql, verdict }) => {
    expect(judge(sql)).toBe(verdict);
  });
});

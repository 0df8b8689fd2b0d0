import { readUserStatements } from '../support/attack-corpora';
import { type AttackedService, openAttackedService } from '../support/attack-service';
import { type Body } from '../support/client';
import { findFaultsOfLog, findLeak } from '../support/leaks';
import { describeWithMariaDb, describeWithTestData } from '../support/services';

/** Refusals of the compiler: no data source has heard of such a statement. */
const REFUSED_UNRUN = /^(statement|plan)_/;

/** What the language has and one of the engines or the limits of the service have not. */
const MAY_BE_REFUSED: Readonly<Record<string, readonly number[]>> = {
  'WITH RECURSIVE r AS (SELECT 1 n UNION ALL SELECT n+1 FROM r) SELECT COUNT(*) FROM r': [400, 504],
  'SELECT * FROM person NATURAL JOIN person q LIMIT 1': [200, 400, 422],
};

describeWithTestData('attack', 'untrusted statements', () => {
  describeWithMariaDb('sent by a reader', () => {
    let service: AttackedService;
    beforeAll(async () => {
      service = await openAttackedService(['first', 'second', 'third']);
    }, 60_000);
    afterAll(() => service.close());

    it.each(readUserStatements().map(({ sql, verdict }) => [verdict, sql] as const))(
      'have the expected outcome on both engines (%s): %j',
      async (verdict, sql) => {
        for (const { name } of service.ontologies) {
          const { status, bytes } = await service.reader.send({
            method: 'POST',
            address: '/svc/api/query/',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ ontology_name: name, query: sql }),
          });
          const text = bytes.toString();
          expect(findLeak(text, service.secrets, sql)).toBeUndefined();
          const { error } = JSON.parse(text) as Body;
          if (verdict === 'deny') {
            expect([400, 404, 422]).toContain(status);
            expect(error?.code).toMatch(REFUSED_UNRUN);
          } else expect([text, MAY_BE_REFUSED[sql] ?? [200]]).toEqual([text, expect.arrayContaining([status])]);
        }
      },
    );

    it('are not logged', () => {
      expect(findFaultsOfLog(service.log(), service.secrets)).toEqual([]);
    });
  });
});

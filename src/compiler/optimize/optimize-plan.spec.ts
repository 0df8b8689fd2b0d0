import { CASES } from '../../../test/golden/cases';
import { statementOf } from '../../../test/golden/statement-of';
import { findTable as findChinookTable } from '../../../test/fixtures/chinook.tables';
import { findTable as findOverlapsTable } from '../../../test/fixtures/overlaps.tables';
import { fixtureOntology, planText, READER, type FindTable } from '../../../test/support/compile';
import { DIALECTS } from '../dialects';
import { isSameTree } from '../tree';
import { optimizePlan, PASS_NAMES, type PassName } from './optimize-plan';

const CATALOGUES: Readonly<Record<string, FindTable>> = { chinook: findChinookTable, overlaps: findOverlapsTable };

const STATEMENTS = Object.entries(CASES).flatMap(([fixture, cases]) =>
  cases.map((golden) => ({ fixture, name: golden.name, sql: statementOf(golden) })),
);

/** Returns the passes that returned a different query object with the same content. */
function copying(fixture: string, sql: string, off: ReadonlySet<PassName>): readonly PassName[] {
  const plan = planText(fixtureOntology(fixture), sql, READER, CATALOGUES[fixture]);
  const copies: PassName[] = [];
  optimizePlan(plan, {
    traits: DIALECTS.mysql.traits,
    off,
    onPass: (name, before, after) => {
      if (after !== before && isSameTree(before, after)) copies.push(name);
    },
  });
  return copies;
}

describe.each(STATEMENTS)('$fixture, $name', ({ fixture, sql }) => {
  it('each pass returns the same object if it changes nothing', () => {
    const alone = PASS_NAMES.flatMap((name) =>
      copying(fixture, sql, new Set(PASS_NAMES.filter((other) => other !== name))),
    );
    expect([...copying(fixture, sql, new Set()), ...alone]).toEqual([]);
  });
});

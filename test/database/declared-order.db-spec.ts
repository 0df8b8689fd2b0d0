import fc from 'fast-check';
import { printOntology, readScript } from '../../src/compiler/ontology';
import { PASS_NAMES } from '../../src/compiler/optimize';
import { type DialectName } from '../../src/model';
import { sysOntology } from '../../src/ontologies/show/sys-ontology';
import { compileText, ontologyOf } from '../support/compile';
import { rowsOf } from '../support/engines';
import { onEachEngine } from '../support/prove-rows';
import { trials } from '../support/trials';

const TABLES = [
  'CREATE TABLE source (a VARCHAR(9), b VARCHAR(9), c VARCHAR(9), near VARCHAR(9))',
  "INSERT INTO source VALUES ('a1', 'b1', 'c1', 'n'), ('a2', 'b2', 'c2', 'n')",
];
const RUNS = trials(15);

const columns = fc.shuffledSubarray(['a', 'b', 'c'], { minLength: 3 });
const someColumns = fc.shuffledSubarray(['a', 'b', 'c'], { minLength: 2 });
const orders = fc.record({ columns, key: someColumns, label: someColumns, mapped: columns, below: someColumns });
type Orders = typeof orders extends fc.Arbitrary<infer T> ? T : never;

/** A concept, one that inherits its key and label, one with its own label, a logic concept, and one that all of them reference. */
const scriptOf = ({ columns: written, key, label, mapped, below }: Orders): string => `
  CREATE CONCEPT base (${written.map((name) => `${name} string`).join(', ')}, near string,
    PRIMARY KEY (${key.join(', ')}), LABEL (${label.join(', ')}),
    CONSTRAINT at FOREIGN KEY (near) REFERENCES place (near) INVERSEOF holds);
  CREATE CONCEPT place (near string, PRIMARY KEY (near));
  CREATE CONCEPT heir INHERITS (base);
  CREATE CONCEPT renamed (LABEL (${below.join(', ')})) INHERITS (base);
  CREATE CONCEPT chosen INHERITS (base) FROM base WHERE a <> 'a2';
  CREATE MAPPING to_heir INTO (heir) AS SELECT ${mapped.join(', ')}, near FROM source WHERE a = 'a1';
  CREATE MAPPING to_renamed INTO (renamed) AS SELECT ${mapped.join(', ')}, near FROM source WHERE a = 'a2';
  CREATE MAPPING to_place INTO (place) AS SELECT DISTINCT near FROM source;
  CREATE VIEW seen AS SELECT entity_id AS id, entity_label AS label FROM base;`;

onEachEngine('declared', TABLES, (dialect: DialectName, test) => {
  it('law: ids and labels follow the order of PRIMARY KEY and LABEL, not that of the columns', async () => {
    await fc.assert(
      fc.asyncProperty(orders, fc.boolean(), async (drawn, isRemoving) => {
        const setting = isRemoving ? "ALTER ONTOLOGY test SET duplicates = 'remove';" : '';
        const ontology = ontologyOf(`${scriptOf(drawn)} ${setting}`, dialect);
        const id = (row: number): string => drawn.key.map((name) => `${name}${row}`).join('|');
        const text = (names: readonly string[], row: number): string => names.map((name) => `${name}${row}`).join(' ');
        const first = [id(1), text(drawn.label, 1)];
        const second = [id(2), text(drawn.below, 2)];
        const expected: readonly (readonly [string, readonly (readonly string[])[]])[] = [
          ['SELECT entity_id, entity_label FROM base ORDER BY entity_id', [first, second]],
          ['SELECT id, label FROM vsvc.seen ORDER BY id', [first, second]],
          ['SELECT entity_id, entity_label FROM heir', [first]],
          ['SELECT entity_id, entity_label FROM renamed', [second]],
          ['SELECT entity_id, entity_label FROM chosen', [first]],
          [`SELECT \`holds[base].entity_id\`, \`holds[base].entity_label\` FROM place WHERE \`holds[base].a\` = 'a1'`, [first]],
          [`SELECT entity_id, entity_label FROM base WHERE entity_id = '${id(2)}'`, [second]],
          [`SELECT entity_id, entity_label FROM base WHERE entity_label = '${first[1]}'`, [first]],
          [`SELECT entity_id, entity_label FROM base WHERE entity_id IN ('${id(1)}', 'x')`, [first]],
        ]; // prettier-ignore
        for (const [sql, rows] of expected) {
          const { findTable } = test();
          expect([sql, await rowsOf(test().engine, compileText(ontology, sql, dialect, { findTable }))]).toEqual([sql, rows]); // prettier-ignore
          expect([sql, await rowsOf(test().engine, compileText(ontology, sql, dialect, { off: PASS_NAMES }))]).toEqual([sql, rows]); // prettier-ignore
        }
        const listed = sysOntology(ontology).rows.map(([concept, , , keys, labels]) => [concept, keys, labels]);
        expect(listed).toEqual(
          expect.arrayContaining([
            ['heir', drawn.key.join(','), drawn.label.join(',')],
            ['renamed', drawn.key.join(','), drawn.below.join(',')],
          ]),
        );
        const printed = printOntology(readScript(`CREATE ONTOLOGY o; ${scriptOf(drawn)}`));
        const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ');
        expect(printed).toContain(`PRIMARY KEY (${quoted(drawn.key)}),\n  LABEL (${quoted(drawn.label)})`);
      }),
      { numRuns: RUNS },
    );
  });
});

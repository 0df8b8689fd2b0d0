import { contextOf, ontologyOf } from '../../../../test/support/compile';
import { findTableIn } from '../../../../test/support/tables';
import type { DialectName } from '../../../model';
import { DIALECTS } from '../../dialects';
import { emitPlan } from '../../emit';
import { completeOrder, lowerFilter, orderColumns, parseFilter, seekBehind, type Key } from '../../filter';
import { planStatement } from '../../plan';
import { optimizePlan, type PassName } from '../optimize-plan';

const ONTOLOGY = ontologyOf(`
  CREATE CONCEPT child (child_id integer, n integer, m integer, parent_id integer, PRIMARY KEY (child_id),
    CONSTRAINT of_parent FOREIGN KEY (parent_id) REFERENCES parent (parent_id));
  CREATE CONCEPT parent (parent_id integer, name string, PRIMARY KEY (parent_id));
  CREATE MAPPING c INTO (child) AS SELECT id AS child_id, n AS n, m AS m, parent_id AS parent_id FROM child;
  CREATE MAPPING p INTO (parent) AS SELECT id AS parent_id, name AS name FROM parent`);

const findTable = findTableIn(`
  parent(id*#, name!)
  child(id*#, parent_id# > parent.id, n!, m)
`);

/** Returns the condition and the order of the page after a key. */
function pageOf(url: string, key: Key, off: readonly PassName[] = [], dialect: DialectName = 'mysql'): string {
  const concept = ONTOLOGY.concepts.get('child')!;
  const filter = parseFilter([...new URLSearchParams(url)]);
  const ordered = completeOrder(lowerFilter({ schema: 'dsvc', table: 'child' }, filter), ONTOLOGY, concept, {
    masks: () => false,
  });
  const plan = planStatement(
    contextOf(ONTOLOGY, undefined, findTable),
    seekBehind(ordered, orderColumns(ordered), key)!,
  );
  const { sql } = emitPlan(optimizePlan(plan, { ...DIALECTS[dialect], off: new Set(off) }), DIALECTS[dialect]);
  return (sql.split(' WHERE ')[1] ?? '').replaceAll('`', '').replaceAll('child.', '');
}

it('sorts a page by NOT NULL columns in a form that an index can serve', () => {
  expect(pageOf('_select_=child_id&_order_=n', ['3', '7'])).toBe('n > ? OR (n = ? AND id > ?) ORDER BY n, child_id');
  expect(pageOf('_select_=child_id&_order_=-n', ['3', '7'])).toBe(
    'n < ? OR (n = ? AND id < ?) ORDER BY n DESC, child_id DESC',
  );
  expect(pageOf('_select_=n&_order_=n', ['3', '7'], [], 'duckdb')).toMatch(/ ORDER BY "child"\."n", "child"\."id"$/);
});

it('is disabled by its flag', () => {
  expect(pageOf('_select_=child_id&_order_=n', ['3', '7'], ['drop-null-orders'])).toBe(
    'n > ? OR n IS NULL OR (n = ? AND id > ?) ORDER BY n IS NULL, n, child_id',
  );
});

it('simplifies conditions nested in equalities of preceding columns', () => {
  expect(pageOf('_select_=child_id&_order_=m,n', ['1', '3', '7'])).toBe(
    'm > ? OR m IS NULL OR (m = ? AND (n > ? OR (n = ? AND id > ?))) ORDER BY m IS NULL, m, n, child_id',
  );
});

it('uses the filter to find columns that are NOT NULL', () => {
  expect(pageOf('_select_=child_id&_order_=m&_subj_=m&_op_=gt&_comp_=0', ['1', '7'])).toBe(
    'm > ? AND (m > ? OR m IS NULL OR (m = ? AND id > ?)) ORDER BY m, child_id',
  );
});

it('keeps NULLs last for nullable columns and for the columns of a left join', () => {
  expect(pageOf('_select_=child_id&_order_=m', ['1', '7'])).toContain('m IS NULL, m');
  const name = 'of_parent[parent].name';
  expect(pageOf(`_select_=child_id&_order_=${name}`, ['a', '7'])).toMatch(/name > \? OR \S+name IS NULL .* ORDER BY \S+name IS NULL, /); // prettier-ignore
});

it('keeps a single filter for NULL', () => {
  expect(pageOf('_select_=child_id&_order_=n&_subj_=n&_op_=is_null', ['3', '7'])).toMatch(/^n IS NULL AND /);
});

import { nestStatement, type NestedStatement } from '../../src/compiler/nest';
import { type PassName } from '../../src/compiler/optimize';
import { printQuery } from '../../src/compiler/statement';
import { type Cell, nameKey, type NestedCell, type Ontology, type Query, type Written } from '../../src/model';
import { nestRows } from '../../src/query/nest-rows';
import { compileText, parseQuery, planText } from './compile';
import { type TestEngine } from './engines';

export type NestedRow = Readonly<Record<string, Cell | NestedCell>>;

/** The nested rows of a statement as objects, read from the engine; undefined where nesting changes nothing. */
export async function nestedRowsOf(
  test: TestEngine,
  ontology: Ontology,
  sql: string,
  off: readonly PassName[] = [],
): Promise<readonly NestedRow[] | undefined> {
  const query = parseQuery(sql);
  const nested = nestQuery(ontology, query);
  if (nested === undefined) return undefined;
  const flat = compileText(ontology, printQuery(nested.query), test.engine.dialect, {
    off,
    findTable: test.findTable,
  });
  const stream = await test.engine.run(flat, { timeoutMs: 10_000 });
  const columns = nested.describe(stream.columns.map((column) => column.name));
  const { offset = 0, limit = Infinity } = query;
  const rows = nestRows(stream, { columns, offset, limit });
  const objects: NestedRow[] = [];
  for await (const batch of rows.batches) {
    objects.push(
      ...batch.map((row) => Object.fromEntries(rows.columns.map(({ name }, index) => [name, row[index] ?? null]))),
    );
  }
  return objects;
}

function nestQuery(ontology: Ontology, query: Query<Written>): NestedStatement | undefined {
  const table = query.kind === 'select' && query.from?.kind === 'table' ? query.from.table.parts : [];
  if (table[0]?.name === 'vsvc') {
    const all = planText(ontology, `SELECT * FROM vsvc.\`${table[1]?.name ?? ''}\``);
    return nestStatement(query, { columns: all.columns.map((column) => column.name), isMultiValue: () => false });
  }
  return nestStatement(query, {
    isMultiValue: (name) => ontology.properties.get(nameKey(name))?.isMultiValue === true,
  });
}

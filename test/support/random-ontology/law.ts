import fc from 'fast-check';
import { ServiceError } from '../../../src/errors';
import { DIALECTS } from '../../../src/compiler/dialects';
import { emitPlan } from '../../../src/compiler/emit';
import { optimizePlan, PASS_NAMES, type PassName } from '../../../src/compiler/optimize';
import { planStatement } from '../../../src/compiler/plan';
import type { Cell, CompiledQuery, DialectName, Ontology, Query, Written } from '../../../src/model';
import { contextOf, type FindTable, ontologyOf, parseQuery, READER } from '../compile';
import { rowsOf } from '../engines';
import { counterexampleOf, repetitionsOf } from './declarations';
import { printOntology, type OntologyDefinition } from './definitions';
import type { LawCase } from './law-case';
import type { DuckDbLawEngine, LawEngine } from './law-engines';
import { ROLE } from './ontologies';
import { isTotal, printStatement, type Statement } from './statements';
import { createTable } from './tables';

/** Totals over many cases: how often each pass changed a statement, and how many statements were rejected. */
export interface LawCounts {
  cases: number;
  statements: number;
  refused: number;
  /** Statements that are too long, too slow, or over measures of entities with several rows. */
  skipped: number;
  /** Statements that returned a row. */
  answered: number;
  /** The numbers of the statements that each pass changed. */
  readonly changed: Map<PassName, Set<number>>;
  readonly refusals: Map<string, number>;
}

export function emptyCounts(): LawCounts {
  return { cases: 0, statements: 0, refused: 0, skipped: 0, answered: 0, changed: new Map(), refusals: new Map() };
}

/** The engines of a law; declarations are checked against the data of the first. */
export interface LawEngines {
  readonly duckdb: DuckDbLawEngine;
  readonly others: readonly LawEngine[];
}

/** Longer statements are skipped: they are slow and find nothing that shorter ones do not find. */
const LONGEST = 60_000;
const LONGEST_MS = 5_000;

const CALLER = { ...READER, roles: [ROLE] };

const NAIVE = 'all passes off';

/** One way to compile and run a statement. */
interface Way {
  readonly name: string;
  readonly off: readonly PassName[];
  readonly withCatalogue: boolean;
  /** Optimizes for this family of servers, whatever runs it, because some passes are useful to one only. */
  readonly as?: DialectName;
}

/** PostgreSQL compares a column only with a literal of its type, which is unknown without the catalogue. */
const needsCatalogue = (dialect: DialectName): boolean => dialect === 'postgresql';

const naiveWay = (dialect: DialectName): Way => {
  return { name: NAIVE, off: PASS_NAMES, withCatalogue: needsCatalogue(dialect) };
};

function waysOf({ off }: LawCase, dialect: DialectName): readonly Way[] {
  return [
    { name: 'all passes on, with the catalogue', off: [], withCatalogue: true },
    ...(needsCatalogue(dialect)
      ? []
      : [{ name: 'all passes on, without the catalogue', off: [], withCatalogue: false }]),
    { name: `off: ${off.join(', ')}; with the catalogue`, off, withCatalogue: true },
    ...(dialect === 'duckdb'
      ? [{ name: 'all passes on, as for MySQL', off: [], withCatalogue: true, as: 'mysql' } as const]
      : []),
  ];
}

/** The rows of a statement on one engine, compiled in one way. */
interface Answer {
  readonly way: string;
  readonly sql: string;
  readonly rows: readonly string[];
}

interface Asked {
  readonly law: LawCase;
  readonly script: string;
  readonly findTable: FindTable;
  readonly counts: LawCounts;
}

/**
 * Throws when a statement returns other rows after it is optimized, by all passes or by some, with the catalogue or without, or on
 * another engine. An inconsistent reduced case is discarded.
 */
export async function checkLaw({ duckdb, others }: LawEngines, law: LawCase, counts: LawCounts): Promise<void> {
  counts.cases++;
  await withTables(duckdb, law, async (findTable) => {
    const script = printOntology(await withTrueDeclarations(duckdb, law.ontology));
    const isSettled = (await Promise.all(repetitionsOf(law.ontology).map((sql) => duckdb.givesRow(sql)))).every(
      (found) => !found,
    );
    const statements = law.statements.filter(
      (statement) => isSettled || !printStatement(statement).includes('measure.'),
    );
    counts.skipped += law.statements.length - statements.length;
    const expected = await answersOf(duckdb, { law: { ...law, statements }, script, findTable, counts });
    for (const other of others) {
      await withTables(other, law, async (found) => {
        const answers = await answersOf(other, { law: { ...law, statements }, script, findTable: found, counts });
        for (const [statement, answer] of answers)
          compareEngines({ law, script, statement }, expected.get(statement), answer);
      });
    }
  });
}

async function withTables(
  engine: LawEngine,
  law: LawCase,
  work: (findTable: FindTable) => Promise<void>,
): Promise<void> {
  await engine.withTables(law.tables, work).catch((error: unknown) => {
    if (law.isSmaller && !(error instanceof LawBroken)) fc.pre(false);
    throw error;
  });
}

/** Returns the ontology with the declarations that its data does not contradict. */
async function withTrueDeclarations(
  duckdb: DuckDbLawEngine,
  ontology: OntologyDefinition,
): Promise<OntologyDefinition> {
  const mappings = [];
  for (const mapping of ontology.mappings) {
    const declarations = [];
    for (const declaration of mapping.declarations) {
      const counterexample = counterexampleOf(ontology, mapping, declaration);
      if (counterexample !== undefined && !(await duckdb.givesRow(counterexample))) declarations.push(declaration);
    }
    mappings.push({ ...mapping, declarations });
  }
  return { ...ontology, mappings };
}

async function answersOf(engine: LawEngine, asked: Asked): Promise<ReadonlyMap<Statement, Answer>> {
  const ontology = ontologyOf(asked.script, engine.engine.dialect);
  const answers = new Map<Statement, Answer>();
  for (const statement of asked.law.statements) {
    asked.counts.statements++;
    const place = { ...asked, statement };
    const expected = await answerOf(engine, ontology, { ...place, way: naiveWay(engine.engine.dialect) });
    if (expected === undefined) continue;
    answers.set(statement, expected);
    if (expected.rows.length > 0) asked.counts.answered++;
    for (const way of waysOf(asked.law, engine.engine.dialect)) {
      const found = await answerOf(engine, ontology, { ...place, way });
      if (found !== undefined) compare(place, expected, found);
    }
  }
  return answers;
}

/** Returns the rows of a statement; undefined when the compiler rejects it or the data source takes too long. */
async function answerOf(
  { engine }: LawEngine,
  ontology: Ontology,
  { way, statement, ...asked }: Asked & { readonly way: Way; readonly statement: Statement },
): Promise<Answer | undefined> {
  const query = compile(ontology, engine.dialect, { way, statement, ...asked });
  if (query === undefined) return undefined;
  if (way.name === NAIVE && query.sql.length > LONGEST) {
    asked.counts.skipped++;
    return undefined;
  }
  const answer = { way: `${engine.dialect}, ${way.name}`, sql: `${query.sql}\n-- ${JSON.stringify(query.parameters)}` };
  try {
    const rows = (await rowsOf(engine, query, LONGEST_MS)).map((row: readonly Cell[]) => JSON.stringify(row));
    return { ...answer, rows: isTotal(statement) ? rows : rows.sort() };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'source_timed_out') {
      asked.counts.skipped++;
      return undefined;
    }
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    throw new LawBroken({ ...asked, statement }, [{ ...answer, rows: [`fails: ${String(cause)}`] }]);
  }
}

function compile(
  ontology: Ontology,
  dialect: DialectName,
  { law, script, way, statement, findTable, counts }: Asked & { readonly way: Way; readonly statement: Statement },
): CompiledQuery | undefined {
  try {
    const context = contextOf(ontology, CALLER, way.withCatalogue ? findTable : undefined);
    const plan = planStatement(context, ordered(parseQuery(printStatement(statement)), statement));
    const optimized = optimizePlan(plan, {
      traits: DIALECTS[way.as ?? dialect].traits,
      off: new Set(way.off),
      onPass: (name, before, after) => {
        if (way.off.length === 0 && before !== after)
          counts.changed.set(name, (counts.changed.get(name) ?? new Set<number>()).add(counts.statements));
      },
    });
    return emitPlan(optimized, DIALECTS[dialect]);
  } catch (error) {
    if (!(error instanceof ServiceError) || way.name !== NAIVE) {
      const failed = {
        way: `${dialect}, ${way.name}`,
        sql: '',
        rows: [`fails: ${error instanceof Error ? (error.stack ?? '').slice(0, 2000) : ''}`],
      };
      throw new LawBroken({ law, script, statement }, [failed]);
    }
    counts.refused++;
    counts.refusals.set(error.message, (counts.refusals.get(error.message) ?? 0) + 1);
    return undefined;
  }
}

function ordered(query: Query<Written>, { nullsLast }: Statement): Query<Written> {
  return nullsLast ? { ...query, orderBy: query.orderBy.map((item) => ({ ...item, nulls: 'last' })) } : query;
}

type Place = Pick<Asked, 'law' | 'script'> & { readonly statement: Statement };

function compare(place: Place, expected: Answer | undefined, found: Answer | undefined): void {
  const isSame = JSON.stringify(expected?.rows) === JSON.stringify(found?.rows);
  if (!isSame)
    throw new LawBroken(
      place,
      [expected, found].filter((answer) => answer !== undefined),
    );
}

/** Compares the rows of two engines, in a UNION as strings: MariaDB returns strings for a column that is always NULL on one side. */
function compareEngines(place: Place, one: Answer | undefined, other: Answer): void {
  if (one === undefined) return;
  const asTexts = (answer: Answer): Answer => ({ ...answer, rows: answer.rows.map((row) => row.replace(/\bfalse\b/g, '0').replace(/\btrue\b/g, '1').replaceAll('"', '')).sort() }); // prettier-ignore
  const isUnion = place.statement.within.startsWith('union');
  if (isUnion) compare(place, asTexts(one), asTexts(other));
  else compare(place, one, other);
}

/** Contains everything that is needed to reproduce the failure by hand. */
export class LawBroken extends Error {
  /** The ways that were compared and whether one failed. A reduced case with the same kind shows the same failure. */
  readonly kind: string;

  constructor({ law, script, statement }: Place, answers: readonly Answer[]) {
    const tables = law.tables.flatMap((table) => createTable(table, 'duckdb'));
    const listed = answers.map(
      ({ way, sql, rows }) => `-- ${way}:\n${sql}\n${rows.map((row) => `--   ${row}`).join('\n')}`,
    );
    super(
      [
        ...tables.map((text) => `${text};`),
        '',
        script,
        '',
        `${printStatement(statement)};${statement.nullsLast ? ' -- NULLs last' : ''}`,
        '',
        ...listed,
      ].join('\n'),
    );
  }
}

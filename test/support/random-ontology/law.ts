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

/** What was seen over many cases: how often each pass changed something, and how many statements were refused. */
export interface LawCounts {
  cases: number;
  statements: number;
  refused: number;
  /** Too long, too slow, or over measures of entities that come more than once. */
  skipped: number;
  /** How many statements gave a row. */
  answered: number;
  /** By pass, the numbers of the statements that it changed. */
  readonly changed: Map<PassName, Set<number>>;
  readonly refusals: Map<string, number>;
}

export function emptyCounts(): LawCounts {
  return { cases: 0, statements: 0, refused: 0, skipped: 0, answered: 0, changed: new Map(), refusals: new Map() };
}

/** The engines of a law: declarations are held against the data of the first. */
export interface LawEngines {
  readonly duckdb: DuckDbLawEngine;
  readonly others: readonly LawEngine[];
}

/** Longer statements are left out: they take their time and show nothing that shorter ones do not. */
const LONGEST = 60_000;
const LONGEST_MS = 5_000;

const CALLER = { ...READER, roles: [ROLE] };

/** One way to compile and run a statement. */
interface Way {
  readonly name: string;
  readonly off: readonly PassName[];
  readonly withCatalogue: boolean;
  /** Optimized as for this family of servers, whatever runs it: some passes are of use to one only. */
  readonly as?: DialectName;
}

const NAIVE: Way = { name: 'all passes off', off: PASS_NAMES, withCatalogue: false };

function waysOf({ off }: LawCase, dialect: DialectName): readonly Way[] {
  return [
    { name: 'all passes on, with the catalogue', off: [], withCatalogue: true },
    { name: 'all passes on, without the catalogue', off: [], withCatalogue: false },
    { name: `off: ${off.join(', ')}; with the catalogue`, off, withCatalogue: true },
    ...(dialect === 'duckdb'
      ? [{ name: 'all passes on, as for MySQL', off: [], withCatalogue: true, as: 'mysql' } as const]
      : []),
  ];
}

/** A statement as one engine answered it, compiled in one way. */
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
 * Fails where a statement gives other rows when it is optimized, by all passes or by some, with the catalogue or
 * without, or on another engine. A smaller case that does not hold together is no case.
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

/** The ontology with those declarations that its data have nothing against. */
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
    const expected = await answerOf(engine, ontology, { ...place, way: NAIVE });
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

/** The answer to a statement, or nothing where the compiler refuses it or the data source takes too long over it. */
async function answerOf(
  { engine }: LawEngine,
  ontology: Ontology,
  { way, statement, ...asked }: Asked & { readonly way: Way; readonly statement: Statement },
): Promise<Answer | undefined> {
  const query = compile(ontology, engine.dialect, { way, statement, ...asked });
  if (query === undefined) return undefined;
  if (way === NAIVE && query.sql.length > LONGEST) {
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
    if (!(error instanceof ServiceError) || way !== NAIVE) {
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

/** MariaDB makes text of a column that is NULL throughout one side of a UNION. */
function compareEngines(place: Place, one: Answer | undefined, other: Answer): void {
  if (one === undefined) return;
  const asTexts = (answer: Answer): Answer => ({ ...answer, rows: answer.rows.map((row) => row.replace(/\bfalse\b/g, '0').replace(/\btrue\b/g, '1').replaceAll('"', '')).sort() }); // prettier-ignore
  const isUnion = place.statement.within.startsWith('union');
  if (isUnion) compare(place, asTexts(one), asTexts(other));
  else compare(place, one, other);
}

/** Tells all that is needed to see the failure again by hand. */
export class LawBroken extends Error {
  /** Where the answers came from and whether one failed: a smaller case shows the same thing when these are the same. */
  readonly kind: string;

  constructor({ law, script, statement }: Place, answers: readonly Answer[]) {
    const tables = law.tables.flatMap((table) => createTable(table, 'duckdb'));
    const told = answers.map(
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
        ...told,
      ].join('\n'),
    );
  }
}

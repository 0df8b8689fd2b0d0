import { setTimeout as sleep } from 'node:timers/promises';
import { DIALECTS } from '../../src/compiler/dialects';
import { emitPlan } from '../../src/compiler/emit';
import { optimizePlan } from '../../src/compiler/optimize';
import { planStatement } from '../../src/compiler/plan';
import { type ErrorCode, ServiceError } from '../../src/errors';
import type { Cell, CompiledQuery, DialectName, Ontology } from '../../src/model';
import { contextOf, ontologyOf, parseQuery, READER, type FindTable } from './compile';
import { makeEngines, OPENERS, rowsOf, type TestEngine } from './engines';
import { hashesOf, MASKED_MODEL, maskedTables, type Side } from './masking';

/** The columns of EXPLAIN, as strings. */
const PLAN_COLUMNS: Readonly<Record<DialectName, CompiledQuery['columns']>> = {
  duckdb: ['explain_key', 'explain_value'].map((name) => ({ name, type: 'string' })),
  postgresql: [{ name: 'QUERY PLAN', type: 'string' }],
  mysql: ['id', 'select_type', 'table', 'type', 'possible_keys', 'key', 'key_len', 'ref', 'rows', 'Extra'].map(
    (name) => ({ name, type: 'string' }),
  ),
};

/** Statements that explain without estimates, where there are such. */
const EXPLAIN: Readonly<Record<DialectName, string>> = {
  duckdb: 'EXPLAIN',
  postgresql: 'EXPLAIN (COSTS OFF)',
  mysql: 'EXPLAIN',
};

/** Matches the name of the database of a side in a plan. */
const DATABASE = /test_masking_(?:left|right)_[0-9a-f]+\./g;

const SIDES: readonly Side[] = ['left', 'right'];
const MASK_COLUMNS = ['email', 'password', 'token'];
const HASH_KEY = 'test key';

/** The result of a statement over one side, as a caller sees it. */
export interface SideAnswer {
  readonly rows?: readonly (readonly Cell[])[];
  readonly error?: string;
}

export interface Searched {
  readonly sql: string;
  /** The statement for the data source; undefined when it was rejected before. */
  readonly compiled: CompiledQuery | undefined;
  readonly left: SideAnswer;
  readonly right: SideAnswer;
}

/** Two data sources that differ only in masked values. */
export class MaskingSearch {
  private constructor(
    private readonly dialect: DialectName,
    private readonly ontology: Ontology,
    private readonly sides: Readonly<Record<Side, TestEngine>>,
  ) {}

  static async open(dialect: DialectName): Promise<MaskingSearch> {
    const open = OPENERS[dialect];
    const [left, right] = await Promise.all(SIDES.map((side) => open(`masking_${side}`, maskedTables(dialect, side))));
    if (left === undefined || right === undefined) throw new Error('two sides are needed');
    return new MaskingSearch(dialect, ontologyOf(MASKED_MODEL, dialect), { left, right });
  }

  /** Returns the result of a statement over each side for a caller without UNMASK. */
  async ask(sql: string): Promise<Searched> {
    const compiled = this.compile(sql, this.sides.left.findTable);
    if ('error' in compiled) return { sql, compiled: undefined, left: compiled, right: compiled };
    const [left, right] = await Promise.all([
      answerOf(this.sides.left.engine, compiled),
      answerOf(this.sides.right.engine, compiled),
    ]);
    return { sql, compiled, left, right };
  }

  /**
   * Returns the same through connections of its own. MariaDB orders rows that are equal in the order of a statement by the addresses of
   * its memory, which a connection keeps.
   */
  async askAfresh(sql: string): Promise<Searched> {
    if (this.dialect === 'duckdb') return this.ask(sql);
    const engines = makeEngines('');
    try {
      const [left, right] = await Promise.all(
        SIDES.map(async (side) => ({ ...this.sides[side], engine: await engines.open(this.sides[side].connection) })),
      );
      return await new MaskingSearch(this.dialect, this.ontology, { left: left!, right: right! }).ask(sql);
    } finally {
      await engines.onApplicationShutdown();
    }
  }

  /** Returns the EXPLAIN of each data source for the statement of a caller without UNMASK; undefined when it is rejected. */
  async plans(sql: string): Promise<Readonly<Record<Side, string>> | undefined> {
    const compiled = this.compile(sql, this.sides.left.findTable);
    if ('error' in compiled) return undefined;
    const explained = {
      ...compiled,
      sql: `${EXPLAIN[this.dialect]} ${compiled.sql}`,
      columns: PLAN_COLUMNS[this.dialect],
    };
    const [left, right] = await Promise.all([
      answerOf(this.sides.left.engine, explained),
      answerOf(this.sides.right.engine, explained),
    ]);
    const read = (plan: unknown): string => this.withoutEstimates(JSON.stringify(plan).replace(DATABASE, ''));
    return { left: read(left), right: read(right) };
  }

  /**
   * Returns only the operators of a plan of DuckDB, which also prints estimates and the way to pack values: these depend on
   * the statistics of columns.
   */
  private withoutEstimates(plan: string): string {
    return this.dialect === 'duckdb' ? (plan.match(/"rows"|[A-Z_]{3,}/g) ?? []).join(' ') : plan;
  }

  /**
   * Returns the same result with each keyed hash replaced by the name of its value, and rows sorted: this part does not depend on the
   * values.
   */
  async askHashed(sql: string): Promise<Searched> {
    const searched = await this.ask(sql);
    return { ...searched, left: nameHashes(searched.left, 'left'), right: nameHashes(searched.right, 'right') };
  }

  async close(): Promise<void> {
    await this.sides.left.drop();
    await this.sides.right.drop();
  }

  private compile(sql: string, findTable: FindTable): CompiledQuery | { readonly error: string } {
    try {
      const context = {
        ...contextOf(this.ontology, READER, findTable),
        maskColumns: MASK_COLUMNS,
        hashKeyOf: () => HASH_KEY,
      };
      const plan = planStatement(context, parseQuery(sql));
      return emitPlan(optimizePlan(plan, { ...DIALECTS[this.dialect], off: new Set() }), DIALECTS[this.dialect]);
    } catch (error) {
      return { error: toldOf(error) };
    }
  }
}

/** The number of attempts when the data source does not respond. */
const TRIES = 4;

/** The errors of a data source that does not respond. */
const UNANSWERED: ReadonlySet<ErrorCode> = new Set([
  'source_unavailable',
  'source_busy',
  'source_timed_out',
  'service_unavailable',
  'service_internal',
]);

/** Returns whether a data source responded, even with an error. */
function isAnswer(error: unknown): error is ServiceError {
  return error instanceof ServiceError && !UNANSWERED.has(error.code);
}

/**
 * Runs a statement, again if the data source does not respond in time. Throws after the last attempt, because all sides would have the
 * same result.
 */
export async function answerOf(
  engine: TestEngine['engine'],
  compiled: CompiledQuery,
  tries = TRIES,
): Promise<{ readonly rows: readonly (readonly Cell[])[] } | { readonly error: string }> {
  try {
    return { rows: await rowsOf(engine, compiled) };
  } catch (error) {
    if (isAnswer(error)) return { error: toldOf(error) };
    if (tries === 1) throw error;
  }
  await sleep(500);
  return answerOf(engine, compiled, tries - 1);
}

/** Returns the parts of an error that the caller sees. */
function toldOf(error: unknown): string {
  if (!isAnswer(error)) throw error;
  return JSON.stringify([error.code, error.message, error.details.hint ?? null, error.details.offset ?? null]);
}

function nameHashes({ rows, error }: SideAnswer, side: Side): SideAnswer {
  const hashes = hashesOf(side, HASH_KEY);
  const named = rows?.map((row) => row.map((cell) => (typeof cell === 'string' ? (hashes.get(cell) ?? cell) : cell)));
  const sorted = named?.map((row) => JSON.stringify(row)).sort();
  return { ...(sorted && { rows: sorted.map((row) => [row]) }), ...(error !== undefined && { error }) };
}

/** Matches the names of columns in which a derived table returns the true values of keys. */
const HANDED_ON = '(?:[^`"]+ \\(true\\)|near_\\d+|far_\\d+|key_\\d+|page key \\d+)';

/**
 * Finds the true values that the SQL reads where they affect more than their mask shows. They are permitted inside the mask, in a test
 * for NULL, in a keyed hash, compared with the key at the other end of a relationship, and when a derived table returns them.
 */
export function trueValuesIn(sql: string): readonly string[] {
  const handedOn = [...sql.matchAll(new RegExp(`[\`"]z_\\w+[\`"] AS [\`"](${HANDED_ON})[\`"]`, 'g'))];
  const given = handedOn.map(([, name = '']) => name.replace(/[()]/g, '\\$&'));
  // the pairs of a transitive relationship contain only keys of its own entities, which are not masked here
  const qualified = '(?![`"]\\w+_(?:edges|reach)(?:_\\d+)?[`"])[`"][^`"]+[`"]\\.';
  const column = '(?:[`"][^`"]+[`"]\\.)?[`"]z_\\w+[`"]';
  const value = given.length === 0 ? column : `(?:${column}|${qualified}[\`"](?:${given.join('|')})[\`"])`;
  const key = `(?:[\`"][^\`"]+[\`"]\\.)?[\`"](?:z_login|id|one|other|person|${HANDED_ON})[\`"]`;
  const kept = (count: number): string => `(?:${count}|CASE WHEN ${count} < 0 THEN 0 ELSE ${count} END)`;
  const allowed = [
    `sha256\\(\\(\\$\\d+ \\|\\| ${value}\\)\\)`,
    `SHA2\\(CONCAT\\(\\?, ${value}\\), 256\\)`,
    `sha256\\(convert_to\\(\\(\\$\\d+::text \\|\\| ${value}\\), 'UTF8'\\)\\)`,
    `(?:CHAR_LENGTH|length)\\(${value}\\) > 3`,
    `LEFT\\(${value}, ${kept(1)}\\)`,
    `RIGHT\\(${value}, ${kept(2)}\\)`,
    `${value} IS (?:NOT )?NULL`,
    `${key} = ${key}`,
    `${value} AS [\`"]${HANDED_ON}[\`"]`,
  ];
  const rest = allowed.reduce((text, context) => text.replace(new RegExp(context, 'g'), ''), sql);
  return rest.match(new RegExp(`.{0,60}${value}.{0,60}`, 'g')) ?? [];
}

import { DIALECTS } from '../../src/compiler/dialects';
import { emitPlan } from '../../src/compiler/emit';
import { optimizePlan } from '../../src/compiler/optimize';
import { planStatement } from '../../src/compiler/plan';
import { ServiceError } from '../../src/errors';
import type { Caller, Cell, CompiledQuery, DialectName, Ontology } from '../../src/model';
import { contextOf, ontologyOf, parseQuery, READER } from './compile';
import { OPENERS, type TestEngine } from './engines';
import { FILTERED_MODEL, filteredTables, SIDES, type Side } from './filtering';
import { answerOf } from './masking-search';

/** The result of a statement over one side, as a caller sees it. */
interface SideAnswer {
  readonly rows?: readonly (readonly Cell[])[];
  readonly error?: string;
}

export interface Searched {
  readonly sql: string;
  /** Whether the compiler rejected it, so that it ran on no side. */
  readonly isRefused: boolean;
  readonly answers: Readonly<Partial<Record<Side, SideAnswer>>>;
}

/** Data sources that differ only in the rows that filter policies hide. */
export class FilteringSearch {
  private constructor(
    private readonly dialect: DialectName,
    private readonly ontology: Ontology,
    private readonly sides: ReadonlyMap<Side, TestEngine>,
  ) {}

  static async open(dialect: DialectName): Promise<FilteringSearch> {
    const ontology = ontologyOf(FILTERED_MODEL, dialect);
    const open = OPENERS[dialect];
    const opened = SIDES.map(
      async (side) => [side, await open(`filtering_${side}`, filteredTables(dialect, side))] as const,
    );
    return new FilteringSearch(dialect, ontology, new Map(await Promise.all(opened)));
  }

  /** Returns the result of a statement over each side, for a caller of this role. */
  async ask(sql: string, role: string): Promise<Searched> {
    const compiled = this.compile(sql, { ...READER, roles: [role] });
    if (compiled === undefined) return { sql, isRefused: true, answers: {} };
    const answers = await Promise.all(
      [...this.sides].map(async ([side, { engine }]) => [side, await answerOf(engine, compiled)] as const),
    );
    return { sql, isRefused: false, answers: Object.fromEntries(answers) };
  }

  async close(): Promise<void> {
    for (const side of this.sides.values()) await side.drop();
  }

  private compile(sql: string, caller: Caller): CompiledQuery | undefined {
    try {
      const plan = planStatement(contextOf(this.ontology, caller, this.sides.get('left')?.findTable), parseQuery(sql));
      return emitPlan(optimizePlan(plan, { ...DIALECTS[this.dialect], off: new Set() }), DIALECTS[this.dialect]);
    } catch (error) {
      if (error instanceof ServiceError) return undefined;
      throw error;
    }
  }
}

/**
 * Returns whether both sides with hidden rows have the same result, and the same rows as the side without them. The data source
 * chooses which visible rows it evaluates before a join drops them, so an error of such a row may be missing when there are fewer
 * rows.
 */
export function tellsNothing({ answers: { left, right, without } }: Searched): boolean {
  if (JSON.stringify(left) !== JSON.stringify(right)) return false;
  const isAnswered = left?.rows !== undefined && without?.rows !== undefined;
  return !isAnswered || JSON.stringify(left) === JSON.stringify(without);
}

import { type ErrorCode, ServiceError } from '../../errors';

/** The upper bounds of the groups of durations, in seconds; longer ones are in a last group. */
export const DURATION_BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The errors that are counted from the start, so that the first one is visible as an increase. */
const USUAL_ERRORS = ['source_busy', 'source_refused', 'source_timed_out', 'source_unavailable'] as const;

/** Returns the code of an error; undefined if there is none. */
export function codeOf(error: unknown): ErrorCode | undefined {
  if (error === undefined) return undefined;
  return error instanceof ServiceError ? error.code : 'service_internal';
}

/** What the statements of one data source have done since it was opened. */
export class SourceFigures {
  /** Statements that use a connection, and those that wait for one. */
  running = 0;
  waiting = 0;
  /** Number of statements by duration: those above the previous bound of `DURATION_BOUNDS`. */
  readonly durations: number[] = new Array<number>(DURATION_BOUNDS.length + 1).fill(0);
  seconds = 0;
  readonly errors = new Map<ErrorCode, number>(USUAL_ERRORS.map((code) => [code, 0]));
  lastUsed = Date.now();
  /** Whether the last statement found no server or file. */
  isAway = false;

  constructor(
    readonly ontology: string,
    readonly dataSource: string,
  ) {}

  countError(error: unknown): void {
    const code = codeOf(error) ?? 'service_internal';
    this.errors.set(code, (this.errors.get(code) ?? 0) + 1);
    if (code === 'source_unavailable') this.isAway = true;
    if (code === 'source_refused') this.isAway = false;
  }
}

/** The figures of the data sources by their keys. Those that are dropped or unused are forgotten, so that their number is bounded. */
export class AllSourceFigures {
  private readonly byKey = new Map<string, SourceFigures>();

  /** Returns the figures of a data source; they begin at 0 if it has none yet. */
  of(key: string, name: { readonly ontology: string; readonly name: string }): SourceFigures {
    const known = this.byKey.get(key) ?? new SourceFigures(name.ontology, name.name);
    known.lastUsed = Date.now();
    this.byKey.set(key, known);
    return known;
  }

  find(key: string): SourceFigures | undefined {
    return this.byKey.get(key);
  }

  forget(key: string): void {
    this.byKey.delete(key);
  }

  /** Forgets data sources that were last used before `time` and that `isOpen` does not know: they could not be opened. */
  forgetUnused(time: number, isOpen: (key: string) => boolean): void {
    for (const [key, { lastUsed }] of this.byKey) if (lastUsed < time && !isOpen(key)) this.byKey.delete(key);
  }

  list(): readonly SourceFigures[] {
    return [...this.byKey.values()];
  }
}

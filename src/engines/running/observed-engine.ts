import type { CompiledQuery, RowStream } from '../../model';
import { isTracing, type StatementSpan, traceStatement } from '../../tracing';
import type { Engine, NodeState, RunOptions, StatementEnd, StatementObserver, StatementOrigin } from './engine';
import { logSlowStatement } from './log-slow-statement';
import { codeOf, DURATION_BOUNDS, type SourceFigures } from './source-figures';

/** A data source whose statements are observed. */
export interface ObservedSource {
  readonly figures: SourceFigures;
  /** The duration in milliseconds from which a statement is logged; 0: none is. */
  readonly slowStatementMs: number;
  /** The name of the database on its server, for traces. */
  readonly database?: string | undefined;
}

/** The engine of one data source, which several may share, with the figures and the log of this one. */
export class ObservedEngine implements Engine {
  readonly dialect: Engine['dialect'];
  readonly runFast?: Engine['runFast'];
  readonly print?: Engine['print'];
  readonly printPage?: Engine['printPage'];
  readonly pack?: Engine['pack'];

  constructor(
    private readonly engine: Engine,
    private readonly source: ObservedSource,
  ) {
    this.dialect = engine.dialect;
    const runFast = engine.runFast?.bind(engine);
    const print = engine.print?.bind(engine);
    const printPage = engine.printPage?.bind(engine);
    const pack = engine.pack?.bind(engine);
    if (runFast !== undefined)
      this.runFast = (query, options) => this.observe(options, (observed) => runFast(query, observed));
    if (print !== undefined)
      this.print = (query, printing, options) => this.observe(options, (observed) => print(query, printing, observed));
    if (printPage !== undefined)
      this.printPage = (query, text, options) => this.observe(options, (observed) => printPage(query, text, observed));
    if (pack !== undefined)
      this.pack = (query, form, options) => this.observe(options, (observed) => pack(query, form, observed));
  }

  get nodeStates(): readonly NodeState[] {
    return this.engine.nodeStates ?? [];
  }

  get isIdle(): boolean {
    return this.engine.isIdle;
  }

  run(query: CompiledQuery, options: RunOptions): Promise<RowStream> {
    return this.observe(options, (observed) => this.engine.run(query, observed));
  }

  prepare(sql: string, options: RunOptions): Promise<void> {
    return this.engine.prepare(sql, options);
  }

  async refresh(): Promise<void> {
    await this.engine.refresh?.();
  }

  ping(): Promise<void> {
    return this.engine.ping();
  }

  close(): Promise<void> {
    return this.engine.close();
  }

  private openSpan({ origin }: RunOptions): StatementSpan | undefined {
    const { figures, database } = this.source;
    const { ontology, dataSource } = figures;
    return traceStatement({ system: this.dialect, database, ontology, dataSource }, origin?.trace);
  }

  private async observe<Rows>(options: RunOptions, run: (observed: RunOptions) => Promise<Rows>): Promise<Rows> {
    const { timeoutMs, signal, isPaced, origin } = options;
    const observer = new ObservedStatement(this.source, origin, isTracing ? this.openSpan(options) : undefined);
    try {
      return await run({ timeoutMs, signal, isPaced, origin, observer });
    } catch (error) {
      observer.onFailure(error);
      throw error;
    }
  }
}

class ObservedStatement implements StatementObserver {
  private isOver = false;

  constructor(
    private readonly source: ObservedSource,
    private readonly origin: StatementOrigin | undefined,
    private readonly span: StatementSpan | undefined,
  ) {}

  onWait(change: 1 | -1): void {
    this.source.figures.waiting += change;
  }

  onUse(change: 1 | -1): void {
    this.source.figures.running += change;
  }

  /** Records a statement that did not get as far as the data source, unless it has ended. */
  onFailure(error: unknown): void {
    if (this.isOver) return;
    this.isOver = true;
    this.source.figures.countError(error);
    this.span?.end({ rows: 0, code: codeOf(error) });
  }

  onEnd(end: StatementEnd): void {
    if (this.isOver) return;
    this.isOver = true;
    const { figures, slowStatementMs } = this.source;
    const seconds = end.milliseconds / 1000;
    const found = DURATION_BOUNDS.findIndex((bound) => seconds <= bound);
    const group = found < 0 ? DURATION_BOUNDS.length : found;
    figures.durations[group] = (figures.durations[group] ?? 0) + 1;
    figures.seconds += seconds;
    if (end.error === undefined) figures.isAway = false;
    else figures.countError(end.error);
    this.span?.end({ rows: end.rows, code: codeOf(end.error) });
    if (slowStatementMs > 0 && end.milliseconds >= slowStatementMs) logSlowStatement(figures, end, this.origin);
  }
}

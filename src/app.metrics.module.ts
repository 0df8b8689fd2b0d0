import { Module } from '@nestjs/common';
import { Engines } from './database';
import { HealthModule, Metrics } from './health';
import { CompileFigures, PlanCache, QueryModule } from './query';

/** Shows in `/metrics` what was parsed and planned, and what was not because it is kept, and how the servers of data sources are. */
@Module({ imports: [HealthModule, QueryModule] })
export class MetricsModule {
  constructor(metrics: Metrics, figures: CompileFigures, plans: PlanCache, engines: Engines) {
    metrics.watch('statements_parsed_total', 'Statements and addresses that were parsed', () => figures.parsed);
    metrics.watch('statements_planned_total', 'Times that a statement was planned', () => figures.planned);
    metrics.watch('plan_cache_hits_total', 'Statements that were run from the plan cache', () => figures.hits);
    metrics.watch('plan_cache_misses_total', 'Statements that the plan cache did not have', () => figures.misses);
    metrics.watch('plan_cache_shapes', 'Shapes of statements in the plan cache', () => plans.size);
    const labels = ['ontology', 'dataSource', 'node', 'state'] as const;
    metrics.watchEach('data_source_nodes', 'Servers of the open data sources by their breaker', labels, async () =>
      (await engines.nodes()).map((node) => ({ ...node })),
    );
  }
}

import { Module } from '@nestjs/common';
import { EnginesService } from './engines';
import { HealthModule, Metrics } from './health';
import { OntologyRegistry, OntologiesModule } from './ontologies';
import { CompileFigures, PlanCache, QueryModule, ResultCache } from './query';
import { RedisModule, SharedCacheService } from './redis';

/** Adds the metrics of parsing, planning and the plan cache. */
@Module({ imports: [HealthModule, OntologiesModule, QueryModule] })
class WorkMetricsModule {
  constructor(metrics: Metrics, figures: CompileFigures, plans: PlanCache, catalogue: OntologyRegistry) {
    metrics.watch('ontologies_loaded_total', 'Versions of ontologies that were loaded', () => catalogue.loadCount);
    metrics.watch('statements_parsed_total', 'Statements and addresses that were parsed', () => figures.parsed);
    metrics.watch('statements_planned_total', 'Times that a statement was planned', () => figures.planned);
    metrics.watch('plan_cache_hits_total', 'Statements that were run from the plan cache', () => figures.hits);
    metrics.watch('plan_cache_misses_total', 'Statements that the plan cache did not have', () => figures.misses);
    metrics.watch('plan_cache_shapes', 'Shapes of statements in the plan cache', () => plans.size);
  }
}

/** Adds the metrics of the result cache: its hits, its misses and its memory. */
@Module({ imports: [HealthModule, QueryModule] })
class ResultMetricsModule {
  constructor(metrics: Metrics, results: ResultCache) {
    metrics.watch('result_cache_hits_total', 'Answers that came from the result cache', () => results.hits);
    metrics.watch('result_cache_misses_total', 'Answers that the result cache did not have', () => results.misses);
    metrics.watch('result_cache_bytes', 'Memory that the result cache takes', () => results.bytes);
  }
}

/** Adds the metrics of the servers in use. */
@Module({ imports: [HealthModule, RedisModule] })
class ServerMetricsModule {
  constructor(metrics: Metrics, shared: SharedCacheService, engines: EnginesService) {
    if (shared.isConfigured) {
      metrics.watch('cache_up', 'Whether the key-value cache answers', () => Number(shared.isAnswering), 'min');
    }
    const labels = ['ontology', 'dataSource', 'node', 'state'] as const;
    metrics.watchEach('data_source_nodes', 'Servers of the open data sources by their breaker', labels, async () =>
      (await engines.nodes()).map((node) => ({ ...node })),
    );
  }
}

/** All metrics except those of requests and of the process. */
@Module({ imports: [WorkMetricsModule, ResultMetricsModule, ServerMetricsModule] })
export class MetricsModule {}

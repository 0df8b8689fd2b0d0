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
    metrics.watch('ontologies_loaded_total', 'Versions of ontologies loaded', () => catalogue.loadCount);
    metrics.watch('statements_parsed_total', 'Statements and filters parsed', () => figures.parsed);
    metrics.watch('statements_planned_total', 'Statements planned', () => figures.planned);
    metrics.watch('plan_cache_hits_total', 'Statements found in the plan cache', () => figures.hits);
    metrics.watch('plan_cache_misses_total', 'Statements not found in the plan cache', () => figures.misses);
    metrics.watch('plan_cache_shapes', 'Statement shapes in the plan cache', () => plans.size);
  }
}

/** Adds the metrics of the result cache: its hits, its misses and its memory. */
@Module({ imports: [HealthModule, QueryModule] })
class ResultMetricsModule {
  constructor(metrics: Metrics, results: ResultCache) {
    metrics.watch('result_cache_hits_total', 'Answers found in the result cache', () => results.hits);
    metrics.watch('result_cache_misses_total', 'Answers not found in the result cache', () => results.misses);
    metrics.watch('result_cache_bytes', 'Bytes of memory that the result cache uses', () => results.bytes);
  }
}

/** Adds the metrics of the servers in use. */
@Module({ imports: [HealthModule, RedisModule] })
class ServerMetricsModule {
  constructor(metrics: Metrics, shared: SharedCacheService, engines: EnginesService) {
    if (shared.isConfigured) {
      metrics.watch('cache_up', 'Whether the key-value cache is reachable', () => Number(shared.isAnswering), 'min');
    }
    const labels = ['ontology', 'dataSource', 'node', 'state'] as const;
    metrics.watchEach(
      'data_source_nodes',
      'Servers of the open data sources by the state of their circuit breaker',
      labels,
      async () => (await engines.nodes()).map((node) => ({ ...node })),
    );
  }
}

/** All metrics except those of requests and of the process. */
@Module({ imports: [WorkMetricsModule, ResultMetricsModule, ServerMetricsModule] })
export class MetricsModule {}

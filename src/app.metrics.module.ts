import { Module } from '@nestjs/common';
import { version } from '../package.json';
import { Environment } from './config';
import { DURATION_BOUNDS, EnginesService, type SourceFigures } from './engines';
import { HealthModule, Metrics } from './health';
import { OpenConnections } from './http';
import { MysqlProtocolModule, MysqlServerService } from './mysql-protocol';
import { OntologyRegistry, OntologiesModule } from './ontologies';
import { CompileFigures, PlanCache, QueryModule, ResultCache } from './query';
import { RedisModule, SharedCacheService } from './redis';

/** Adds the metrics of the build, and of the requests that run. */
@Module({ imports: [HealthModule] })
class ServiceMetricsModule {
  constructor(metrics: Metrics, connections: OpenConnections, { buildCommit }: Environment) {
    const build = { version, node_version: process.versions.node, ...(buildCommit !== '' && { commit: buildCommit }) };
    metrics.describe('ontology_build_info', 'The build of the service: always 1', build);
    metrics.watch('ontology_http_requests_in_flight', 'Requests whose response has not ended', () => connections.answersDue); // prettier-ignore
  }
}

/** Adds the metrics of parsing, planning and the plan cache. */
@Module({ imports: [HealthModule, OntologiesModule, QueryModule] })
class WorkMetricsModule {
  constructor(metrics: Metrics, figures: CompileFigures, plans: PlanCache, catalogue: OntologyRegistry) {
    metrics.watch('ontology_versions_loaded_total', 'Versions of ontologies loaded', () => catalogue.loadCount);
    metrics.watch('ontology_statements_parsed_total', 'Statements and filters parsed', () => figures.parsed);
    metrics.watch('ontology_statements_planned_total', 'Statements planned', () => figures.planned);
    metrics.watch('ontology_plan_cache_hits_total', 'Statements found in the plan cache', () => figures.hits);
    metrics.watch('ontology_plan_cache_misses_total', 'Statements not found in the plan cache', () => figures.misses);
    metrics.watch('ontology_plan_cache_shapes', 'Statement shapes in the plan cache', () => plans.size);
  }
}

/** Adds the metrics of the result cache: its hits, its misses and its memory. */
@Module({ imports: [HealthModule, QueryModule] })
class ResultMetricsModule {
  constructor(metrics: Metrics, results: ResultCache) {
    metrics.watch('ontology_result_cache_hits_total', 'Answers found in the result cache', () => results.hits);
    metrics.watch('ontology_result_cache_misses_total', 'Answers not found in the result cache', () => results.misses);
    metrics.watch('ontology_result_cache_bytes', 'Bytes of memory that the result cache uses', () => results.bytes);
  }
}

/** Adds the metric of SQL clients. */
@Module({ imports: [HealthModule, MysqlProtocolModule] })
class SqlClientMetricsModule {
  constructor(metrics: Metrics, server: MysqlServerService) {
    metrics.watch('ontology_mysql_connections', 'Connections of clients of the MySQL protocol', () => server.count);
  }
}

/** Adds the metrics of the servers in use. */
@Module({ imports: [HealthModule, RedisModule] })
class ServerMetricsModule {
  constructor(metrics: Metrics, shared: SharedCacheService, engines: EnginesService) {
    if (shared.isConfigured) {
      metrics.watch(
        'ontology_cache_up',
        'Whether the key-value cache is reachable',
        () => Number(shared.isAnswering),
        'min',
      );
    }
    const labels = ['ontology', 'data_source', 'node', 'state'] as const;
    metrics.watchEach(
      'ontology_data_source_nodes',
      'Servers of the open data sources by the state of their circuit breaker',
      labels,
      async () =>
        (await engines.nodes()).map(({ ontology, dataSource, node, state }) => {
          return { labels: { ontology, data_source: dataSource, node, state }, value: 1 };
        }),
    );
  }
}

/** Adds the metrics of statements, for each data source. */
@Module({ imports: [HealthModule] })
class StatementMetricsModule {
  constructor(metrics: Metrics, engines: EnginesService) {
    const of = ({ ontology, dataSource }: SourceFigures) => ({ ontology, data_source: dataSource });
    const each = (read: (figures: SourceFigures) => number) => () =>
      engines.figures().map((figures) => ({ labels: of(figures), value: read(figures) }));
    const names = ['ontology', 'data_source'] as const;
    metrics.watchHistograms('ontology_data_source_statement_duration_seconds', 'Time that statements took in a data source', () =>
      engines.figures().map((figures) => ({ labels: of(figures), bounds: DURATION_BOUNDS, counts: figures.durations, sum: figures.seconds })),
    ); // prettier-ignore
    metrics.watchEach('ontology_data_source_errors_total', 'Errors of statements for a data source', [...names, 'code'], () =>
      engines.figures().flatMap((figures) => [...figures.errors].map(([code, value]) => ({ labels: { ...of(figures), code }, value }))),
    ); // prettier-ignore
    metrics.watchEach('ontology_data_source_connections_in_use', 'Connections that statements use', names, each(({ running }) => running)); // prettier-ignore
    metrics.watchEach('ontology_data_source_statements_waiting', 'Statements that wait for a connection', names, each(({ waiting }) => waiting)); // prettier-ignore
  }
}

/** All metrics except those of ended requests and of the process. */
@Module({
  imports: [
    SqlClientMetricsModule,
    ServiceMetricsModule,
    WorkMetricsModule,
    ResultMetricsModule,
    ServerMetricsModule,
    StatementMetricsModule,
  ],
})
export class MetricsModule {}

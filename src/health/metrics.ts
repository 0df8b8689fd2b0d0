import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Aggregator,
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client';
import { Workers } from '../workers';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const QUESTION = 'metrics';

/** The name of a metric of the service. Those of the process keep the names that all clients of Prometheus give them. */
export type MetricName = `ontology_${string}`;

/** A value with its labels. */
interface Sample<Label extends string> {
  readonly labels: Readonly<Record<Label, string | number>>;
  readonly value: number;
}

/** The observations of one item. `counts` has the observations up to each of `bounds` and above the one before, and those above the last. */
export interface HistogramSample {
  readonly labels: Readonly<Record<string, string>>;
  readonly bounds: readonly number[];
  readonly counts: readonly number[];
  readonly sum: number;
}

/** The metrics for Prometheus: the process (memory, CPU, event loop delay), and every request by method, route pattern and status. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();

  private readonly requests = new Histogram({
    name: 'ontology_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [this.registry],
  });

  constructor(private readonly workers: Workers) {
    collectDefaultMetrics({ register: this.registry });
    workers.onQuestion(QUESTION, () => this.registry.getMetricsAsJSON());
    this.watch('ontology_workers', 'Processes of this instance that serve requests', () => 1);
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** Returns the metrics of all workers of the instance. */
  async print(): Promise<string> {
    if (!this.workers.areMany) return this.registry.metrics();
    const own = await this.registry.getMetricsAsJSON();
    const others = (await this.workers.ask(QUESTION)) as readonly object[];
    return AggregatorRegistry.aggregate([own, ...others]).metrics();
  }

  /**
   * Adds a metric that is counted elsewhere: `read` returns its value whenever Prometheus collects it. Values of workers are added up,
   * unless `aggregator` is set.
   */
  watch(name: MetricName, help: string, read: () => number, aggregator: Aggregator = 'sum'): void {
    const configuration = { name, help, registers: [this.registry], aggregator };
    if (!name.endsWith('_total')) {
      new Gauge({
        ...configuration,
        collect() {
          this.set(read());
        },
      });
      return;
    }
    new Counter({
      ...configuration,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }

  /** Adds a metric for items that change, each with labels: `read` returns their values whenever Prometheus collects them. */
  watchEach<Label extends string>(
    name: MetricName,
    help: string,
    labelNames: readonly Label[],
    read: () => readonly Sample<Label>[] | Promise<readonly Sample<Label>[]>,
  ): void {
    const configuration = { name, help, labelNames, registers: [this.registry] };
    const metric = name.endsWith('_total') ? new Counter(configuration) : new Gauge(configuration);
    Object.assign(metric, {
      collect: async () => {
        metric.reset();
        for (const { labels, value } of await read()) metric.inc(labels, value);
      },
    });
  }

  /** Adds a histogram that is counted elsewhere, with labels like `watchEach`. */
  watchHistograms(name: MetricName, help: string, read: () => readonly HistogramSample[]): void {
    const get = (): object => ({ name, help, type: 'histogram', aggregator: 'sum', values: read().flatMap((each) => valuesOf(name, each)) }); // prettier-ignore
    // the registry calls nothing else of a metric that is not reset
    this.registry.registerMetric({ name, get } as unknown as Histogram);
  }

  /** Adds a metric whose labels describe the service; its value is 1, whatever the number of workers. */
  describe(name: MetricName, help: string, labels: Readonly<Record<string, string>>): void {
    const labelNames = Object.keys(labels);
    new Gauge({ name, help, labelNames, registers: [this.registry], aggregator: 'first' }).set(labels, 1);
  }

  observe(request: FastifyRequest, reply: FastifyReply): void {
    const route = request.routeOptions.url ?? 'none';
    this.requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  }

  /** Records a malformed request, which has no method, no route and no meaningful duration. */
  observeUnread(status: number): void {
    this.requests.observe({ method: 'none', route: 'none', status }, 0);
  }
}

/** Returns the values of a histogram in the form of the registry. Prometheus counts in each bucket also those of the smaller ones. */
function valuesOf(name: string, { labels, bounds, counts, sum }: HistogramSample): readonly object[] {
  let count = 0;
  const buckets = counts.map((own, index) => {
    count += own;
    return { metricName: `${name}_bucket`, labels: { le: bounds[index] ?? '+Inf', ...labels }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}

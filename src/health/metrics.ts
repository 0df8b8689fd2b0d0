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

  /**
   * Adds a metric for items that change, each with labels: its value is 1 for each item that `read` returns whenever Prometheus collects
   * it.
   */
  watchEach<Label extends string>(
    name: MetricName,
    help: string,
    labelNames: readonly Label[],
    read: () => Promise<readonly Readonly<Record<Label, string | number>>[]>,
  ): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      async collect() {
        this.reset();
        for (const labels of await read()) this.set(labels, 1);
      },
    });
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

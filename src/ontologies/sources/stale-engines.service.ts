import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { EnginesService } from '../../engines';
import { OntologyRegistry } from '../versions/ontology-registry';
import { CurrentVersionsService } from '../versions/current-versions.service';
import { DataSourcesService } from './data-sources.service';

const CHECK_MS = 5000;

/**
 * Closes the engines of data sources that are idle, or that any instance dropped or redefined. Running statements may
 * finish. A query on the new definition of a data source does not wait for this (`EnginesService.open`).
 */
@Injectable()
export class StaleEnginesService implements OnModuleInit, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly engines: EnginesService,
    private readonly currentVersions: CurrentVersionsService,
    private readonly catalogue: OntologyRegistry,
    private readonly dataSources: DataSourcesService,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.release(), CHECK_MS).unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Resolves when the engines are closed. Never rejects: the next check repeats failed lookups. */
  async release(): Promise<void> {
    await this.engines.releaseIdle();
    await Promise.allSettled(this.engines.opened().map(({ ontology, name }) => this.check(ontology, name)));
  }

  private async check(ontology: string, dataSource: string): Promise<void> {
    const current = await this.currentVersions.find(ontology);
    const defined = current && (await this.catalogue.load(current)).ontology;
    if (defined?.dataSources.has(dataSource) === true) {
      await this.engines.releaseUnlike(await this.dataSources.connectionOf(defined, dataSource));
    } else {
      await this.engines.release(ontology, dataSource);
    }
  }
}

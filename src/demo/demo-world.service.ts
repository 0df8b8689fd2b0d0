import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { OPERATOR } from '../auth';
import { isModelStatement } from '../compiler/ontology';
import { parseStatements } from '../compiler/statement';
import { Environment } from '../config';
import { OntologyRegistry, OntologiesService } from '../ontologies';
import { keepWorldFile } from './keep-world-file';

const NAME = 'world';

/**
 * Creates the missing parts of the demo in demo mode, before the service listens: its data and the ontology over them
 * (docs/settings.md). Existing parts are unchanged, so the next start completes an interrupted one.
 */
@Injectable()
export class DemoWorldService implements OnApplicationBootstrap {
  private readonly logger = new Logger(DemoWorldService.name);

  constructor(
    private readonly environment: Environment,
    private readonly catalogue: OntologyRegistry,
    private readonly ontologies: OntologiesService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.environment.demo) return;
    await keepWorldFile(join(this.environment.dataDir, 'sources', `${NAME}.duckdb`), (line) => {
      this.logger.log(line);
    });
    if (!(await this.catalogue.isTaken(NAME))) await this.define();
  }

  /** Creates the ontology from its script, in one version or not at all. */
  private async define(): Promise<void> {
    const script = await readFile(join(__dirname, 'world.ontology.sql'), 'utf8');
    const statements = parseStatements(script).filter((statement) => isModelStatement(statement));
    await this.ontologies.applyDefinitions(OPERATOR, NAME, statements);
    this.logger.log(`created the ontology "${NAME}"`);
  }
}

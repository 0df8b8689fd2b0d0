import { Inject, Injectable } from '@nestjs/common';
import { type Knex, runTransaction, SYSTEM_DATABASE } from '../../system-database';
import { OntologiesRepository } from './ontologies.repository';
import { SecretsRepository } from './secrets.repository';
import { VersionsRepository } from './versions.repository';

/** The repositories of ontologies over one connection: the pool, or one transaction. */
export class OntologyRepositories {
  readonly ontologies: OntologiesRepository;
  readonly versions: VersionsRepository;
  readonly secrets: SecretsRepository;

  constructor(database: Knex) {
    this.ontologies = new OntologiesRepository(database);
    this.versions = new VersionsRepository(database);
    this.secrets = new SecretsRepository(database);
  }
}

/** Where ontologies are kept. */
@Injectable()
export class OntologyStore extends OntologyRepositories {
  constructor(@Inject(SYSTEM_DATABASE) private readonly database: Knex) {
    super(database);
  }

  /** Does all of `work` or nothing; `wasWritten` is asked where it is in doubt which. */
  async change<Result>(
    work: (repositories: OntologyRepositories, transaction: Knex.Transaction) => Promise<Result>,
    wasWritten: () => Promise<boolean>,
  ): Promise<Result> {
    return runTransaction(
      this.database,
      (transaction) => work(new OntologyRepositories(transaction), transaction),
      wasWritten,
    );
  }
}

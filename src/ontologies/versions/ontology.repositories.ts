import { Injectable } from '@nestjs/common';
import { type Knex } from '../../system-database';
import { OntologiesRepository } from './ontologies.repository';
import { SecretsRepository } from './secrets.repository';
import { VersionsRepository } from './versions.repository';

/** The repositories of ontologies. The injected ones use the connection pool, those of a transaction its connection. */
@Injectable()
export class OntologyRepositories {
  constructor(
    readonly ontologies: OntologiesRepository,
    readonly versions: VersionsRepository,
    readonly secrets: SecretsRepository,
  ) {}

  /** Returns the same repositories for work inside `transaction`. */
  in(transaction: Knex.Transaction): OntologyRepositories {
    const { ontologies, versions, secrets } = this;
    return new OntologyRepositories(ontologies.in(transaction), versions.in(transaction), secrets.in(transaction));
  }
}

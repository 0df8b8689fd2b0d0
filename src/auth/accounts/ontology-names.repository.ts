import { type Knex } from '../../system-database';

/** The names of the table `ontologies`, which the folder of that name writes: a grant must name one. */
export class OntologyNamesRepository {
  constructor(private readonly database: Knex) {}

  async list(): Promise<readonly string[]> {
    return await this.database<{ name: string }>('ontologies').pluck('name');
  }
}

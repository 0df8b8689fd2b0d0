import { Inject, Injectable } from '@nestjs/common';
import { type Knex, SYSTEM_DATABASE } from '../../database';

/** The names of the table `ontologies`, which the folder of that name writes: a grant must name one. */
@Injectable()
export class OntologyNamesRepository {
  constructor(@Inject(SYSTEM_DATABASE) private readonly database: Knex) {}

  async list(): Promise<readonly string[]> {
    return await this.database<{ name: string }>('ontologies').pluck('name');
  }
}

import { Injectable } from '@nestjs/common';
import { Repository } from '../../system-database';

/** The names of the table `ontologies`, which the folder of that name writes: a grant must name one. */
@Injectable()
export class OntologyNamesRepository extends Repository {
  async list(): Promise<readonly string[]> {
    return await this.database<{ name: string }>('ontologies').pluck('name');
  }
}

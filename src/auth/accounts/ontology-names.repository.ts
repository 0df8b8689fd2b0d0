import { Injectable } from '@nestjs/common';
import { Repository } from '../../system-database';

/** The names in the table `ontologies`, which the folder `ontologies` writes: a grant must name an existing ontology. */
@Injectable()
export class OntologyNamesRepository extends Repository {
  async list(): Promise<readonly string[]> {
    return await this.database<{ name: string }>('ontologies').pluck('name');
  }
}

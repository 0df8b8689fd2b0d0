import { Injectable } from '@nestjs/common';
import { Repository } from '../../system-database';

interface Row {
  readonly ontology_id: string;
  readonly data_source_key: string;
  readonly secret: string;
}

/** The table `data_source_secrets`, which contains only sealed secrets. */
@Injectable()
export class SecretsRepository extends Repository {
  async find(ontologyId: string, dataSource: string): Promise<string | undefined> {
    const row = await this.rows().where({ ontology_id: ontologyId, data_source_key: dataSource }).first('secret');
    return row?.secret;
  }

  async put(ontologyId: string, dataSource: string, secret: string): Promise<void> {
    await this.delete(ontologyId, dataSource);
    await this.rows().insert({ ontology_id: ontologyId, data_source_key: dataSource, secret });
  }

  async delete(ontologyId: string, dataSource: string): Promise<void> {
    await this.rows().where({ ontology_id: ontologyId, data_source_key: dataSource }).delete();
  }

  private rows() {
    return this.database<Row>('data_source_secrets');
  }
}

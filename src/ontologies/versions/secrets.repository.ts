import { Injectable } from '@nestjs/common';
import { Repository } from '../../system-database';

interface Row {
  readonly ontology_id: string;
  readonly data_source_key: string;
  readonly secret: string;
}

/** The sealed secrets of one data source. */
export interface StoredSecret {
  readonly ontologyId: string;
  readonly dataSource: string;
  readonly sealed: string;
}

/** The table `data_source_secrets`, which contains only sealed secrets. */
@Injectable()
export class SecretsRepository extends Repository {
  async find(ontologyId: string, dataSource: string): Promise<string | undefined> {
    const row = await this.rows().where({ ontology_id: ontologyId, data_source_key: dataSource }).first('secret');
    return row?.secret;
  }

  list(): Promise<readonly StoredSecret[]> {
    return this.rows().select({ ontologyId: 'ontology_id', dataSource: 'data_source_key', sealed: 'secret' });
  }

  /** Replaces a secret, unless it is no longer the one that was read. */
  async replace({ ontologyId, dataSource, sealed }: StoredSecret, secret: string): Promise<void> {
    const row = { ontology_id: ontologyId, data_source_key: dataSource, secret: sealed };
    await this.rows().where(row).update({ secret });
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

/** Returns the context that a secret is sealed with. A secret that is sealed for one data source cannot be opened for another. */
export function placeOfSecret(ontologyId: string, dataSource: string): string {
  return `${ontologyId}/${dataSource}`;
}

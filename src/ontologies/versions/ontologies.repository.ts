import { Injectable } from '@nestjs/common';
import { Repository } from '../../system-database';
import { nameKey } from '../../model';

/** The row of an ontology, without its model. */
export interface CurrentVersion {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The current version. */
  readonly version: string;
  /** Renewed when the cache is cleared; null or missing before the first time. */
  readonly cacheMark?: string | null;
}

interface Row extends Omit<CurrentVersion, 'cacheMark'> {
  readonly cache_mark: string | null;
  readonly name_key: string;
  readonly created_by: string;
  readonly created_at: string;
}

const COLUMNS = ['id', 'name', 'description', 'version', 'cache_mark'] as const;

/** The table `ontologies`. */
@Injectable()
export class OntologiesRepository extends Repository {
  async list(): Promise<readonly CurrentVersion[]> {
    const rows = await this.rows()
      .select(...COLUMNS)
      .orderBy('name_key');
    return rows.map(({ cache_mark: cacheMark, ...current }) => ({ ...current, cacheMark }));
  }

  async insert({ id, name, description, version }: CurrentVersion, author: string): Promise<void> {
    const created = { created_by: author, created_at: new Date().toISOString() };
    await this.rows().insert({ id, name, description, version, name_key: nameKey(name), ...created });
  }

  /** Replaces the current version `from` by `to`. Returns false if the current version is no longer `from`. */
  async advance(from: CurrentVersion, to: CurrentVersion): Promise<boolean> {
    const { name, description, version } = to;
    const unchanged = this.rows().where({ id: from.id, version: from.version });
    return (await unchanged.update({ name, description, version })) === 1;
  }

  async mark({ id }: CurrentVersion, mark: string): Promise<void> {
    await this.rows().where({ id }).update({ cache_mark: mark });
  }

  /** Deletes an ontology with its versions and secrets. Returns false if it has another version or does not exist. */
  async delete({ id, version }: CurrentVersion): Promise<boolean> {
    return (await this.rows().where({ id, version }).delete()) === 1;
  }

  private rows() {
    return this.database<Row>('ontologies');
  }
}

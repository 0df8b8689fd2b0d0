import { type Knex } from '../../database';
import { nameKey } from '../../model';

/** What is known of an ontology without reading its model. */
export interface OntologyHead {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The version that counts now. */
  readonly version: string;
}

interface Row extends OntologyHead {
  readonly name_key: string;
  readonly created_by: string;
  readonly created_at: string;
}

const HEAD = ['id', 'name', 'description', 'version'] as const;

/** The table `ontologies`. */
export class OntologiesRepository {
  constructor(private readonly database: Knex) {}

  async list(): Promise<readonly OntologyHead[]> {
    return await this.rows()
      .select(...HEAD)
      .orderBy('name_key');
  }

  async insert(head: OntologyHead, author: string): Promise<void> {
    const created = { created_by: author, created_at: new Date().toISOString() };
    await this.rows().insert({ ...head, name_key: nameKey(head.name), ...created });
  }

  /** Makes `to` the head where `from` still is; false where somebody else was faster. */
  async advance(from: OntologyHead, to: OntologyHead): Promise<boolean> {
    const { name, description, version } = to;
    const unchanged = this.rows().where({ id: from.id, version: from.version });
    return (await unchanged.update({ name, description, version })) === 1;
  }

  /** Takes its versions and secrets along; false where it is another version by now, or gone. */
  async delete({ id, version }: OntologyHead): Promise<boolean> {
    return (await this.rows().where({ id, version }).delete()) === 1;
  }

  private rows() {
    return this.database<Row>('ontologies');
  }
}

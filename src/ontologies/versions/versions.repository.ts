import { Injectable } from '@nestjs/common';
import { Repository } from '../../system-database';

/** One version of an ontology: its author, its parent and the statements that created it. */
export interface OntologyVersion {
  readonly id: string;
  readonly ontologyId: string;
  readonly parent: string | null;
  readonly author: string;
  readonly createdAt: string;
  readonly statements: string;
}

interface Row {
  readonly id: string;
  readonly ontology_id: string;
  readonly parent: string | null;
  readonly author: string;
  readonly created_at: string;
  readonly statements: string;
  /** The whole model in the ontology language, as SHOW CREATE ONTOLOGY prints it. */
  readonly script: string;
}

/** The table `ontology_versions`. Its rows are immutable. */
@Injectable()
export class VersionsRepository extends Repository {
  async insert(version: OntologyVersion, script: string): Promise<void> {
    await this.rows().insert({
      id: version.id,
      ontology_id: version.ontologyId,
      parent: version.parent,
      author: version.author,
      created_at: version.createdAt,
      statements: version.statements,
      script,
    });
  }

  async findScript(ontologyId: string, version: string): Promise<string | undefined> {
    const row = await this.rows().where({ ontology_id: ontologyId, id: version }).first('script');
    return row?.script;
  }

  /** Returns the versions of an ontology, newest first. */
  async list(ontologyId: string): Promise<readonly OntologyVersion[]> {
    const rows = await this.rows()
      .where({ ontology_id: ontologyId })
      .select('id', 'parent', 'author', 'created_at', 'statements')
      .orderBy('created_at', 'desc');
    return rows.map(({ created_at: createdAt, ...row }) => ({ ...row, ontologyId, createdAt }));
  }

  private rows() {
    return this.database<Row>('ontology_versions');
  }
}

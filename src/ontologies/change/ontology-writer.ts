import { Inject, Injectable } from '@nestjs/common';
import { isUniqueViolation, type Knex, runTransaction, SYSTEM_DATABASE } from '../../system-database';
import { type DefinitionStatement, printStatement } from '../../compiler/statement';
import { ServiceError } from '../../errors';
import { type Caller } from '../../model';
import { OntologyRights, SecretCipher } from '../versions/ports';
import { type CurrentVersion } from '../versions/ontologies.repository';
import { OntologyRepositories } from '../versions/ontology.repositories';
import { placeOfSecret } from '../versions/secrets.repository';
import { type ChangeRequest, nameTaken } from './change-request';
import { changeSecrets, withoutSecrets } from './change-secrets';
import { type PreparedChange } from './workspace';

/** Work of another module in the transaction of a change. */
export type Alongside = (transaction: Knex.Transaction) => Promise<void>;

/** Writes the changes of one request in one transaction. Rejects a change if its ontology was changed after it was read. */
@Injectable()
export class OntologyWriter {
  constructor(
    @Inject(SYSTEM_DATABASE) private readonly database: Knex,
    private readonly repositories: OntologyRepositories,
    private readonly rights: OntologyRights,
    private readonly cipher: SecretCipher,
  ) {}

  /** Writes the changes and returns the caller with the rights on the new ontologies. */
  async write({ caller, changes, dropped }: ChangeRequest, alongside?: Alongside): Promise<Caller> {
    const work = async (transaction: Knex.Transaction): Promise<Caller> => {
      const repositories = this.repositories.in(transaction);
      for (const current of dropped) await this.drop(repositories, current, transaction);
      let rightful = caller;
      for (const change of changes) {
        if (change.from === undefined) rightful = await this.insert(repositories, change, rightful, transaction);
        else await advance(repositories, change.from, change.to);
        if (change.script !== undefined) await writeVersion(repositories, change, change.script, caller);
        await this.writeSecrets(repositories, change);
      }
      await alongside?.(transaction);
      return rightful;
    };
    return runTransaction(this.database, work, () => this.wasWritten(changes, dropped));
  }

  /** Reports whether the transaction was committed. Checking one row is enough, because all are written or none. */
  private async wasWritten(changes: readonly PreparedChange[], dropped: readonly CurrentVersion[]): Promise<boolean> {
    const { versions, ontologies } = this.repositories;
    const versioned = changes.find(({ script }) => script !== undefined);
    if (versioned !== undefined)
      return (await versions.findScript(versioned.to.id, versioned.to.version)) !== undefined;
    const [gone] = dropped;
    return gone !== undefined && !(await ontologies.list()).some(({ id }) => id === gone.id);
  }

  private async drop(
    repositories: OntologyRepositories,
    current: CurrentVersion,
    transaction: Knex.Transaction,
  ): Promise<void> {
    if (!(await repositories.ontologies.delete(current))) throw changedMeanwhile(current.name);
    await this.rights.ontologyDropped(current.name, transaction);
  }

  private async insert(
    repositories: OntologyRepositories,
    { to }: PreparedChange,
    caller: Caller,
    transaction: Knex.Transaction,
  ): Promise<Caller> {
    try {
      await repositories.ontologies.insert(to, caller.name);
    } catch (error) {
      throw isUniqueViolation(error) ? nameTaken(to.name) : error;
    }
    return this.rights.ontologyCreated(caller, to.name, transaction);
  }

  private async writeSecrets(repositories: OntologyRepositories, { to, workspace }: PreparedChange): Promise<void> {
    for (const { dataSource, secrets } of changeSecrets(workspace)) {
      if (secrets === undefined) {
        await repositories.secrets.delete(to.id, dataSource);
      } else {
        const sealed = this.cipher.seal(JSON.stringify(secrets), placeOfSecret(to.id, dataSource));
        await repositories.secrets.put(to.id, dataSource, sealed);
      }
    }
  }
}

/** Updates the current version of an ontology. Rejects the change if it is no longer `from`, even when only secrets change. */
async function advance({ ontologies }: OntologyRepositories, from: CurrentVersion, to: CurrentVersion): Promise<void> {
  if (!(await ontologies.advance(from, to))) throw changedMeanwhile(from.name);
}

async function writeVersion(
  { versions }: OntologyRepositories,
  { from, to, workspace }: PreparedChange,
  script: string,
  author: Caller,
): Promise<void> {
  const version = {
    id: to.version,
    ontologyId: to.id,
    parent: from?.version ?? null,
    author: author.name,
    createdAt: new Date().toISOString(),
    statements: workspace.statements.map(printForHistory).join('\n'),
  };
  await versions.insert(version, script);
}

function printForHistory(statement: DefinitionStatement): string {
  const shown = statement.kind === 'create-datasource' ? withoutSecrets(statement) : statement;
  return `${printStatement(shown)};`;
}

function changedMeanwhile(name: string): ServiceError {
  return new ServiceError('ontology_changed', `the ontology "${name}" was changed at the same time`, {
    hint: 'read it again, and repeat the change',
  });
}

import { Injectable } from '@nestjs/common';
import { Environment } from '../../config';
import type { GivenRows } from '../../http';
import { type Caller, nameKey, type Ontology } from '../../model';
import { OntologyRegistry } from '../../ontologies';
import { databaseOfMetadata, INFORMATION_SCHEMA } from '../metadata/information-schema';
import { listTables } from '../metadata/listed-tables';
import type { ListedConnection, ListedDatabase, MetadataSource } from '../metadata/metadata-table';
import type { Session } from './session';
import { textColumns } from './show-create';

/** The databases that clients see: an ontology each, and INFORMATION_SCHEMA. */
@Injectable()
export class DatabasesService {
  constructor(
    private readonly environment: Environment,
    private readonly registry: OntologyRegistry,
  ) {}

  /** Returns the ontology with the name of a database if it is in memory and visible to the caller; else undefined. */
  known(caller: Caller, name: string): Ontology | undefined {
    return this.registry.known(caller, name);
  }

  /** Returns the ontology with the name of a database, undefined for INFORMATION_SCHEMA; rejects unknown names with 404. */
  async named(caller: Caller, name: string): Promise<Ontology | undefined> {
    return nameKey(name) === INFORMATION_SCHEMA ? undefined : await this.registry.get(caller, name);
  }

  /** Returns a database with the tables that the caller may query. */
  async get(caller: Caller, name: string): Promise<ListedDatabase> {
    const ontology = await this.named(caller, name);
    return ontology === undefined ? databaseOfMetadata() : this.describe(caller, ontology);
  }

  /** Returns what the tables of INFORMATION_SCHEMA are made of. */
  async readMetadata(
    caller: Caller,
    session: Session,
    connections: readonly ListedConnection[],
  ): Promise<MetadataSource> {
    return {
      databases: await this.list(caller),
      variables: session.variables.all,
      status: new Map([
        ['Ssl_cipher', ''],
        ['Threads_connected', String(connections.length)],
        ['Uptime', String(Math.floor(process.uptime()))],
      ]),
      connections,
    };
  }

  /** Returns the result of SHOW GRANTS: the databases of which the caller may query tables. */
  async showGrants(caller: Caller): Promise<GivenRows> {
    const account = `'${caller.name}'@'%'`;
    const databases = (await this.list(caller)).filter(({ name, tables }) => name !== INFORMATION_SCHEMA && tables.length > 0); // prettier-ignore
    const rows = databases.map(({ name }) => [`GRANT SELECT ON \`${name}\`.* TO ${account}`]);
    return {
      columns: textColumns(`Grants for ${caller.name}@%`),
      rows: [[`GRANT USAGE ON *.* TO ${account}`], ...rows],
    };
  }

  private async list(caller: Caller): Promise<readonly ListedDatabase[]> {
    const versions = await this.registry.list(caller);
    const loaded = await Promise.all(versions.map((version) => this.registry.load(version)));
    return [databaseOfMetadata(), ...loaded.map(({ ontology }) => this.describe(caller, ontology))];
  }

  private describe(caller: Caller, ontology: Ontology): ListedDatabase {
    const tables = listTables(caller, ontology, this.environment);
    return { name: ontology.name, comment: ontology.description, tables };
  }
}

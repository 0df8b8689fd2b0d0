import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type DataSourceConnection } from '../../engines';
import { ServiceError } from '../../errors';
import { type Ontology } from '../../model';
import { Heads } from '../versions/heads';
import { type Loading, loadOnce } from '../versions/loading';
import { placeOfSecret } from '../change/ontology-writer';
import { SecretCipher } from '../versions/ports';
import { SecretsRepository } from '../versions/secrets.repository';

type Secrets = readonly (readonly [string, string])[];

/** The time for which a version may be regarded as current (`Heads`). */
const KEPT_MS = 500;

/** Provides the data sources of ontologies with all options needed to open them. */
@Injectable()
export class DataSourcesService {
  /** Cached so that a query needs no lookup in the system database. */
  private readonly connections = new LRUCache<string, Loading<DataSourceConnection>>({
    max: 1000,
    ttl: KEPT_MS,
    ttlResolution: 0,
  });

  constructor(
    private readonly heads: Heads,
    private readonly secrets: SecretsRepository,
    private readonly cipher: SecretCipher,
  ) {}

  /**
   * Returns a connection with its secrets: only for opening an engine, never for a response. `dataSource` is a key of
   * `ontology.dataSources`.
   */
  connectionOf(ontology: Ontology, dataSource: string): Promise<DataSourceConnection> {
    const key = keyOf(ontology, dataSource);
    return loadOnce(this.connections, key, () => this.makeConnection(ontology, dataSource));
  }

  /** Returns the connection if it is cached, or undefined. */
  known(ontology: Ontology, dataSource: string): DataSourceConnection | undefined {
    return this.connections.get(keyOf(ontology, dataSource))?.value;
  }

  private async makeConnection(ontology: Ontology, dataSource: string): Promise<DataSourceConnection> {
    const source = ontology.dataSources.get(dataSource);
    if (source === undefined) {
      throw new ServiceError('ontology_unknown_definition', `there is no data source "${dataSource}"`);
    }
    const secrets = await this.secretsOf(ontology.name, dataSource);
    const options = new Map([...source.options, ...secrets]);
    return { ontology: ontology.name, name: source.name, type: source.type, options };
  }

  private async secretsOf(ontology: string, dataSource: string): Promise<Secrets> {
    const head = await this.heads.find(ontology);
    const sealed = head && (await this.secrets.find(head.id, dataSource));
    if (head === undefined || sealed === undefined) return [];
    const opened = this.cipher.open(sealed, placeOfSecret(head.id, dataSource));
    return Object.entries(JSON.parse(opened) as Record<string, string>);
  }
}

function keyOf({ version, name }: Ontology, dataSource: string): string {
  return `${version} ${name} ${dataSource}`;
}

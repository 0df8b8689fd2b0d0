import { Injectable } from '@nestjs/common';
import { Environment } from '../../config';
import { type DataSourceConnection } from '../../engines';
import { ServiceError } from '../../errors';
import { type DataSource, type Ontology } from '../../model';
import { CurrentVersionsService } from '../versions/current-versions.service';
import { SecretCipher } from '../versions/ports';
import { placeOfSecret, SecretsRepository } from '../versions/secrets.repository';
import { serversOf } from './servers-of';

type Secrets = readonly (readonly [string, string])[];

/** Provides the data sources of ontologies with all options needed to open them. */
@Injectable()
export class DataSourcesService {
  constructor(
    private readonly currentVersions: CurrentVersionsService,
    private readonly secrets: SecretsRepository,
    private readonly cipher: SecretCipher,
    private readonly environment: Environment,
  ) {}

  /**
   * Returns a connection with its secrets: only for opening an engine, never for a response. `dataSource` is a key of
   * `ontology.dataSources`.
   */
  async connectionOf(ontology: Ontology, dataSource: string): Promise<DataSourceConnection> {
    const current = await this.currentVersions.find(ontology.name);
    return this.connect(
      ontology,
      dataSource,
      current === undefined ? [] : await this.secretsOf(current.id, dataSource),
    );
  }

  /**
   * Returns the connection of a data source that may not be stored yet. Its secrets are `secrets`; if they are undefined,
   * those stored for the ontology.
   */
  async connectionOfDraft(
    ontology: Ontology,
    dataSource: string,
    secrets: Readonly<Record<string, string>> | undefined,
  ): Promise<DataSourceConnection> {
    const given = secrets && Object.entries(secrets);
    return this.connect(ontology, dataSource, given ?? (await this.secretsOf(ontology.id, dataSource)));
  }

  private async secretsOf(ontologyId: string, dataSource: string): Promise<Secrets> {
    const sealed = await this.secrets.find(ontologyId, dataSource);
    if (sealed === undefined) return [];
    const opened = this.unseal(sealed, placeOfSecret(ontologyId, dataSource));
    return Object.entries(JSON.parse(opened) as Record<string, string>);
  }

  private unseal(sealed: string, place: string): string {
    try {
      return this.cipher.open(sealed, place);
    } catch (cause) {
      throw unavailable(
        'its password was encrypted with another API_AUTH_SALT: define the data source again with its password',
        cause,
      );
    }
  }

  private connect(ontology: Ontology, dataSource: string, secrets: Secrets): DataSourceConnection {
    const source = ontology.dataSources.get(dataSource);
    if (source === undefined) {
      throw new ServiceError('ontology_unknown_definition', `there is no data source "${dataSource}"`);
    }
    const { name, type } = source;
    const variables = [...source.variables].map(([option, variable]) => {
      return [option, this.readVariable(source, option, variable)] as const;
    });
    const options = new Map([...source.options, ...secrets, ...variables]);
    return { ontology: ontology.name, name, type, options };
  }

  /** Reads an environment variable, if DATA_SOURCE_ENVS still lists it for the servers of the data source. */
  private readVariable({ type, options }: DataSource, option: string, variable: string): string {
    const { dataSourceVariables } = this.environment;
    if (!dataSourceVariables.allows(variable, serversOf(type, options), true))
      throw unavailable(`DATA_SOURCE_ENVS does not list the variable "${variable}" of its ${option} for its hosts`);
    const value = dataSourceVariables.find(variable);
    if (value !== undefined) return value;
    throw unavailable(`the environment variable "${variable}" of its ${option} is not set, or its file cannot be read`);
  }
}

/** Returns the error of a data source whose secrets are missing. Only callers with ADMIN on the data source see the reason. */
function unavailable(ownReason: string, cause?: unknown): ServiceError {
  return new ServiceError('source_unavailable', 'the data source is not available', { ownReason, cause });
}

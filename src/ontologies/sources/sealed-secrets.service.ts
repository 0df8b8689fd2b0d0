import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { SecretCipher } from '../versions/ports';
import { placeOfSecret, SecretsRepository, type StoredSecret } from '../versions/secrets.repository';
import { OntologiesRepository } from '../versions/ontologies.repository';

/** What sealed a secret: the current salt, the previous one, or another one, with which it cannot be opened. */
export type SealState = 'current' | 'previous' | 'unknown';

/** The state of the secrets of one data source, by the name of its ontology and its own key. */
export interface SealedSecret {
  readonly ontology: string;
  readonly dataSource: string;
  readonly state: SealState;
}

/** Checks at the start which salt sealed the secrets of data sources, and seals them again when the salt was changed. */
@Injectable()
export class SealedSecretsService implements OnApplicationBootstrap {
  private readonly logger = new Logger('SealedSecrets');

  constructor(
    private readonly secrets: SecretsRepository,
    private readonly ontologies: OntologiesRepository,
    private readonly cipher: SecretCipher,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const stored = await this.list();
    const lost = stored.filter(({ state }) => state === 'unknown');
    const names = lost.map(({ ontology, dataSource }) => `"${dataSource}" of ontology "${ontology}"`).join(', ');
    if (lost.length > 0)
      this.logger.warn(
        `the secrets of these data sources were encrypted with another API_AUTH_SALT: ${names}. Set API_AUTH_SALT_PREVIOUS to it, or define them again`,
      );
    const former = stored.filter(({ state }) => state === 'previous').length;
    if (former > 0)
      this.logger.warn(
        `the secrets of ${former} data sources are encrypted with API_AUTH_SALT_PREVIOUS: the tool "secrets seal" encrypts them with API_AUTH_SALT`,
      );
  }

  /** Returns the state of all secrets. */
  async list(): Promise<readonly SealedSecret[]> {
    const names = new Map((await this.ontologies.list()).map(({ id, name }) => [id, name]));
    return (await this.secrets.list()).map((stored) => ({
      ontology: names.get(stored.ontologyId) ?? stored.ontologyId,
      dataSource: stored.dataSource,
      state: this.stateOf(stored),
    }));
  }

  /** Seals with the current salt what the previous one sealed. A secret that is replaced at the same time is kept. */
  async sealAnew(): Promise<void> {
    for (const stored of await this.secrets.list()) {
      if (this.stateOf(stored) !== 'previous') continue;
      const place = placeOfSecret(stored.ontologyId, stored.dataSource);
      await this.secrets.replace(stored, this.cipher.seal(this.cipher.open(stored.sealed, place), place));
    }
  }

  private stateOf({ ontologyId, dataSource, sealed }: StoredSecret): SealState {
    const place = placeOfSecret(ontologyId, dataSource);
    if (this.cipher.isCurrent(sealed, place)) return 'current';
    try {
      this.cipher.open(sealed, place);
      return 'previous';
    } catch {
      return 'unknown';
    }
  }
}

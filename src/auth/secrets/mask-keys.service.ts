import { hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type Knex, runTransaction, SYSTEM_DATABASE } from '../../system-database';
import { SecretBoxService } from './secret-box.service';
import { ServiceKeysRepository } from './service-keys.repository';

const NAME = 'masks';
const BYTES = 32;

/**
 * Derives the keys of the hashes that replace masked values. Each property or key of each ontology has its own, so that values cannot be
 * found by hashing guesses elsewhere. All keys derive from one secret, which the first start generates and all instances on the same system
 * database read. `API_AUTH_SALT` encrypts the secret, but is not part of any key.
 */
@Injectable()
export class MaskKeysService implements OnModuleInit {
  private secret: Uint8Array | undefined;

  constructor(
    @Inject(SYSTEM_DATABASE) private readonly database: Knex,
    private readonly keys: ServiceKeysRepository,
    private readonly box: SecretBoxService,
  ) {}

  async onModuleInit(): Promise<void> {
    const sealed = (await this.keys.find(NAME)) ?? (await this.make());
    this.secret = Buffer.from(this.unseal(sealed), 'base64url');
  }

  /** Returns the key for `what` in the ontology with this id. Equal values have equal hashes if their keys are equal. */
  keyOf(ontologyId: string, what: string): string {
    if (this.secret === undefined) throw new Error('the secret of masks is not loaded yet');
    const key = hkdfSync('sha256', this.secret, '', JSON.stringify([ontologyId, what]), BYTES);
    return Buffer.from(key).toString('hex');
  }

  /** Seals the secret with the current salt, if the previous one has sealed it. Returns whether it did. */
  async sealAnew(): Promise<boolean> {
    const sealed = await this.keys.find(NAME);
    if (sealed === undefined || this.box.isCurrent(sealed, NAME)) return false;
    await this.keys.replace(NAME, sealed, this.box.seal(this.unseal(sealed), NAME));
    return true;
  }

  /** Generates the secret. When several instances start at once, all of them use the same one. */
  private make(): Promise<string> {
    const secret = this.box.seal(randomBytes(BYTES).toString('base64url'), NAME);
    return runTransaction(this.database, async (transaction) => {
      const keys = this.keys.in(transaction);
      await keys.insertOnce(NAME, secret);
      return (await keys.find(NAME)) ?? secret;
    });
  }

  private unseal(sealed: string): string {
    try {
      return this.box.open(sealed, NAME);
    } catch {
      throw new Error(
        'API_AUTH_SALT differs from the one with which the secrets of this system database were encrypted: set API_AUTH_SALT_PREVIOUS to that one (docs/operations/rotate-secrets.md)',
      );
    }
  }
}

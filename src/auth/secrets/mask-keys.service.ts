import { hkdfSync, randomBytes } from 'node:crypto';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type Knex, runTransaction, SYSTEM_DATABASE } from '../../system-database';
import { SecretBoxService } from './secret-box.service';
import { ServiceKeysRepository } from './service-keys.repository';

const NAME = 'masks';
const BYTES = 32;

/**
 * The keys of the hashes that stand for masked values: another one for each ontology and for each property or key of it,
 * so that nobody finds a value by hashing guesses elsewhere. All come from one secret, which the first start makes and every
 * instance on the same system database reads; `API_AUTH_SALT` seals it, and is no part of any key.
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

  /** `what` is masked in the ontology of this id; equal values of equal keys have equal hashes. */
  keyOf(ontologyId: string, what: string): string {
    if (this.secret === undefined) throw new Error('the secret of masks is read before the service starts');
    const key = hkdfSync('sha256', this.secret, '', JSON.stringify([ontologyId, what]), BYTES);
    return Buffer.from(key).toString('hex');
  }

  /** One of several instances that start at once makes it for all. */
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
      throw new Error('API_AUTH_SALT is not the one that the secrets of this system database were sealed with');
    }
  }
}

import { type Knex } from '../../system-database';
import { type Caller } from '../../model';

/**
 * Grants rights on new ontologies and revokes those on dropped ones. `auth` implements it and the application binds it,
 * because `ontologies` and `auth` do not import each other.
 */
export abstract class OntologyRights {
  /** Grants the rights in the transaction that creates the ontology, and returns the caller with them. */
  abstract ontologyCreated(caller: Caller, ontology: string, transaction: Knex.Transaction): Promise<Caller>;
  abstract ontologyDropped(ontology: string, transaction: Knex.Transaction): Promise<void>;
}

/** Encrypts the secrets of data sources for storage. A sealed secret can be opened only with the same `place`. `open` throws an error if no key opens it. */
export abstract class SecretCipher {
  abstract seal(secret: string, place: string): string;
  abstract open(sealed: string, place: string): string;
  /** Reports whether the current key sealed the secret, not a previous one. */
  abstract isCurrent(sealed: string, place: string): boolean;
}

import { type Knex } from '../../system-database';
import { type Caller } from '../../model';

/** Grants rights on new ontologies and revokes those on dropped ones; implemented by `auth` and bound by the application, since `ontologies` and `auth` do not import each other. */
export abstract class OntologyRights {
  /** Within the transaction that makes the ontology; gives the caller with the new rights. */
  abstract ontologyCreated(caller: Caller, ontology: string, transaction: Knex.Transaction): Promise<Caller>;
  abstract ontologyDropped(ontology: string, transaction: Knex.Transaction): Promise<void>;
}

/** Encrypts the secrets of data sources for storing; `place` is bound to the text, which opens nowhere else. */
export abstract class SecretCipher {
  abstract seal(secret: string, place: string): string;
  abstract open(sealed: string, place: string): string;
}

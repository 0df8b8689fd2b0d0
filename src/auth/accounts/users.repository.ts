import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Repository } from '../../system-database';
import { nameKey } from '../../model';

export interface User {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly disabled: boolean;
  /** The tenant whose JWTs may name the user; null: only those without a tenant may. */
  readonly jwtTenant: string | null;
  readonly passwordHash: string;
  readonly createdAt: string;
}

export interface NewUser {
  readonly name: string;
  readonly passwordHash: string;
  readonly email?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly jwtTenant?: string | undefined;
}

interface Row {
  id: string;
  name: string;
  name_key: string;
  password_hash: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  disabled: boolean | number;
  jwt_tenant: string | null;
  created_at: string;
}

/** The table `users`. */
@Injectable()
export class UsersRepository extends Repository {
  async find(name: string): Promise<User | undefined> {
    return readUser(
      await this.rows()
        .where({ name_key: nameKey(name) })
        .first(),
    );
  }

  /** Returns the users with this e-mail address, without letter case. Engines compare more characters as equal, which does not count. */
  async listByEmail(email: string): Promise<readonly User[]> {
    const key = email.toLowerCase();
    const rows = await this.rows().whereRaw('lower(email) = ?', [key]);
    return rows.flatMap((row) => (row.email?.toLowerCase() === key ? (readUser(row) ?? []) : []));
  }

  /** Returns the user with this id, and locks the row until the transaction ends. */
  async lock(id: string): Promise<User | undefined> {
    return readUser(await this.rows().where({ id }).forUpdate().first());
  }

  async list(): Promise<readonly User[]> {
    return (await this.rows().orderBy('name_key')).flatMap((row) => readUser(row) ?? []);
  }

  async names(): Promise<readonly string[]> {
    return await this.rows().orderBy('name_key').pluck('name');
  }

  async exist(): Promise<boolean> {
    return (await this.rows().first('id')) !== undefined;
  }

  async insert(user: NewUser): Promise<string> {
    const id = randomUUID();
    await this.rows().insert({
      id,
      name: user.name,
      name_key: nameKey(user.name),
      password_hash: user.passwordHash,
      email: user.email ?? null,
      first_name: user.firstName ?? null,
      last_name: user.lastName ?? null,
      jwt_tenant: user.jwtTenant ?? null,
      disabled: false,
      created_at: new Date().toISOString(),
    });
    return id;
  }

  async setPasswordHash(id: string, passwordHash: string): Promise<void> {
    await this.rows().where({ id }).update({ password_hash: passwordHash });
  }

  async setDisabled(id: string, disabled: boolean): Promise<void> {
    await this.rows().where({ id }).update({ disabled });
  }

  async delete(id: string): Promise<void> {
    await this.rows().where({ id }).delete();
  }

  private rows() {
    return this.database<Row>('users');
  }
}

function readUser(row: Row | undefined): User | undefined {
  if (row === undefined) return undefined;
  const { id, name, email, first_name: firstName, last_name: lastName, jwt_tenant: jwtTenant } = row;
  const { disabled, password_hash: passwordHash, created_at: createdAt } = row;
  return { id, name, email, firstName, lastName, disabled: Boolean(disabled), jwtTenant, passwordHash, createdAt };
}

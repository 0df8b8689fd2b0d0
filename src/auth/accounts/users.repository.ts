import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Repository } from '../../system-database';
import { nameKey } from '../../model';

export interface User {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly disabled: boolean;
  readonly passwordHash: string;
  readonly createdAt: string;
}

export interface NewUser {
  readonly name: string;
  readonly passwordHash: string;
  readonly email?: string | undefined;
}

interface Row {
  id: string;
  name: string;
  name_key: string;
  password_hash: string;
  email: string | null;
  disabled: boolean | number;
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
  const { id, name, email, disabled, password_hash: passwordHash, created_at: createdAt } = row;
  return { id, name, email, disabled: Boolean(disabled), passwordHash, createdAt };
}

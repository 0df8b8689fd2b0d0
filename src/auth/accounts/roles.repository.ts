import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Repository } from '../../system-database';
import { nameKey } from '../../model';

/** The role that every user has without a grant. */
export const PUBLIC_ROLE = 'public';

export interface Role {
  readonly id: string;
  readonly name: string;
}

/** A user who has a role by a grant, by their names. */
export interface Membership {
  readonly role: string;
  readonly user: string;
}

interface Row extends Role {
  name_key: string;
}

/** The tables `roles` and `user_roles`. */
@Injectable()
export class RolesRepository extends Repository {
  async find(name: string): Promise<Role | undefined> {
    return await this.rows()
      .where({ name_key: nameKey(name) })
      .first('id', 'name');
  }

  async names(): Promise<readonly string[]> {
    return await this.rows().orderBy('name_key').pluck('name');
  }

  async list(): Promise<readonly Role[]> {
    return await this.rows().orderBy('name_key').select('id', 'name');
  }

  /** Returns who has which role by a grant, in the order of users, then roles. */
  async memberships(): Promise<readonly Membership[]> {
    const rows = this.database('user_roles as member')
      .join('roles as role', 'role.id', 'member.role_id')
      .join('users as user', 'user.id', 'member.user_id')
      .orderBy(['user.name_key', 'role.name_key'])
      .select<Membership[]>('role.name as role', 'user.name as user');
    return await rows;
  }

  async insert(name: string): Promise<void> {
    await this.rows().insert({ id: randomUUID(), name, name_key: nameKey(name) });
  }

  /** Creates the role `public` if it does not exist; several instances may do so concurrently. */
  async ensurePublic(): Promise<void> {
    const row = { id: randomUUID(), name: PUBLIC_ROLE, name_key: PUBLIC_ROLE };
    await this.rows().insert(row).onConflict('name_key').ignore();
  }

  /** Blocks every other transaction that calls this until this transaction ends. */
  async lock(): Promise<void> {
    await this.rows().where({ name_key: PUBLIC_ROLE }).forUpdate().select('id');
  }

  /** Returns the roles of a user: those that were granted, `public`, and those of these names that exist. */
  async ofUser(userId: string, additional: readonly string[] = []): Promise<readonly Role[]> {
    const given = this.members().where({ user_id: userId }).select('role_id');
    const rows = this.rows()
      .whereIn('id', given)
      .orWhereIn('name_key', [PUBLIC_ROLE, ...additional.map(nameKey)]);
    return await rows.orderBy('name_key').select('id', 'name');
  }

  async addMember(roleId: string, userId: string): Promise<void> {
    await this.members().insert({ user_id: userId, role_id: roleId }).onConflict(['user_id', 'role_id']).ignore();
  }

  /** Removes a user from a role; returns whether the user had it. */
  async removeMember(roleId: string, userId: string): Promise<boolean> {
    return (await this.members().where({ user_id: userId, role_id: roleId }).delete()) > 0;
  }

  async delete(id: string): Promise<void> {
    await this.rows().where({ id }).delete();
  }

  private rows() {
    return this.database<Row>('roles');
  }

  private members() {
    return this.database<{ user_id: string; role_id: string }>('user_roles');
  }
}

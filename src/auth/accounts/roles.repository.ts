import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Repository } from '../../system-database';
import { nameKey } from '../../model';

/** The role that every user has without being given it. */
export const PUBLIC_ROLE = 'public';

export interface Role {
  readonly id: string;
  readonly name: string;
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

  async insert(name: string): Promise<void> {
    await this.rows().insert({ id: randomUUID(), name, name_key: nameKey(name) });
  }

  /** Makes sure that the role `public` is there; several instances may do so at once. */
  async ensurePublic(): Promise<void> {
    const row = { id: randomUUID(), name: PUBLIC_ROLE, name_key: PUBLIC_ROLE };
    await this.rows().insert(row).onConflict('name_key').ignore();
  }

  /** Holds back every other transaction that calls this, until this one ends. */
  async lock(): Promise<void> {
    await this.rows().where({ name_key: PUBLIC_ROLE }).forUpdate().select('id');
  }

  /** The roles that count for a user: those given, and `public`. */
  async ofUser(userId: string): Promise<readonly Role[]> {
    const given = this.members().where({ user_id: userId }).select('role_id');
    const rows = this.rows().whereIn('id', given).orWhere({ name_key: PUBLIC_ROLE });
    return await rows.orderBy('name_key').select('id', 'name');
  }

  async addMember(roleId: string, userId: string): Promise<void> {
    await this.members().insert({ user_id: userId, role_id: roleId }).onConflict(['user_id', 'role_id']).ignore();
  }

  /** Whether the user had the role. */
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

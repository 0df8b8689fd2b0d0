import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Repository } from '../../system-database';
import { type Grant, nameKey, type Resource, type Right } from '../../model';

export interface GranteeId {
  readonly kind: 'user' | 'role';
  readonly id: string;
}

interface Row {
  id: string;
  grantee_kind: GranteeId['kind'];
  grantee_id: string;
  right_name: Right;
  resource_kind: Resource['kind'];
  ontology_key: string | null;
  part_key: string | null;
}

/** The table `grants`, which refers to ontologies, schemas and data sources by `nameKey`. */
@Injectable()
export class GrantsRepository extends Repository {
  async ofUser(userId: string, roleIds: readonly string[]): Promise<readonly Grant[]> {
    const own = this.rows().where({ grantee_kind: 'user', grantee_id: userId });
    const all = own.orWhere((role) => void role.where({ grantee_kind: 'role' }).whereIn('grantee_id', roleIds));
    const rows = await all.orderBy(['resource_kind', 'ontology_key', 'part_key', 'right_name']);
    return rows.map(readGrant);
  }

  async ofGrantee({ kind, id }: GranteeId): Promise<readonly Grant[]> {
    const rows = this.rows().where({ grantee_kind: kind, grantee_id: id });
    const sorted = await rows.orderBy(['resource_kind', 'ontology_key', 'part_key', 'right_name']);
    return sorted.map(readGrant);
  }

  /** Returns all grants with their grantees, those of one resource together. */
  async list(): Promise<readonly { readonly grantee: GranteeId; readonly grant: Grant }[]> {
    const sorted = await this.rows().orderBy([
      'resource_kind',
      'ontology_key',
      'part_key',
      'right_name',
      'grantee_kind',
    ]);
    return sorted.map((row) => ({ grantee: { kind: row.grantee_kind, id: row.grantee_id }, grant: readGrant(row) }));
  }

  /** Returns the number of grants of each user or role that has any, by id. */
  async countByGrantee(kind: GranteeId['kind']): Promise<ReadonlyMap<string, number>> {
    const ids = await this.rows().where({ grantee_kind: kind }).pluck('grantee_id');
    const counts = new Map<string, number>();
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  }

  /** Inserts a grant, unless the grantee already has it. */
  async insert(grantee: GranteeId, grant: Grant): Promise<void> {
    const row = printGrant(grantee, grant);
    if ((await this.rows().where(row).first('id')) === undefined)
      await this.rows().insert({ id: randomUUID(), ...row });
  }

  /** Deletes a grant; returns whether it existed. */
  async delete(grantee: GranteeId, grant: Grant): Promise<boolean> {
    return (await this.rows().where(printGrant(grantee, grant)).delete()) > 0;
  }

  async deleteOfGrantee({ kind, id }: GranteeId): Promise<void> {
    await this.rows().where({ grantee_kind: kind, grantee_id: id }).delete();
  }

  async deleteOfOntology(ontology: string): Promise<void> {
    await this.rows()
      .where({ ontology_key: nameKey(ontology) })
      .delete();
  }

  /** Deletes the rights to act as a user. */
  async deleteOfTarget(user: string): Promise<void> {
    await this.rows()
      .where({ resource_kind: 'user', part_key: nameKey(user) })
      .delete();
  }

  /** Returns the number of enabled users who have ADMIN ON ALL, directly or by a role that was granted to them. */
  async countAdministrators(): Promise<number> {
    const holders = (kind: GranteeId['kind']) =>
      this.rows().where({ right_name: 'ADMIN', resource_kind: 'all', grantee_kind: kind }).select('grantee_id');
    const members = this.database('user_roles').whereIn('role_id', holders('role')).select('user_id');
    const users = this.database<{ id: string; disabled: boolean }>('users').where({ disabled: false });
    const ids = await users
      .andWhere((either) => void either.whereIn('id', holders('user')).orWhereIn('id', members))
      .pluck('id');
    return ids.length;
  }

  private rows() {
    return this.database<Row>('grants');
  }
}

function printGrant(grantee: GranteeId, { right, resource }: Grant): Omit<Row, 'id'> {
  return {
    grantee_kind: grantee.kind,
    grantee_id: grantee.id,
    right_name: right,
    resource_kind: resource.kind,
    ontology_key: 'ontology' in resource ? nameKey(resource.ontology) : null,
    part_key: printPart(resource),
  };
}

function readGrant(row: Row): Grant {
  return { right: row.right_name, resource: readResource(row) };
}

function printPart(resource: Resource): string | null {
  if (resource.kind === 'user') return nameKey(resource.user);
  if (resource.kind === 'datasource') return nameKey(resource.dataSource);
  if (resource.kind === 'ontology' && resource.schema !== undefined) return nameKey(resource.schema);
  return null;
}

function readResource(row: Row): Resource {
  const ontology = row.ontology_key ?? '';
  switch (row.resource_kind) {
    case 'all':
      return { kind: 'all' };
    case 'users':
    case 'datasources':
      return { kind: row.resource_kind };
    case 'user':
      return { kind: 'user', user: row.part_key ?? '' };
    case 'datasource':
      return { kind: 'datasource', ontology, dataSource: row.part_key ?? '' };
    case 'ontology':
      return row.part_key === null
        ? { kind: 'ontology', ontology }
        : { kind: 'ontology', ontology, schema: row.part_key };
  }
}

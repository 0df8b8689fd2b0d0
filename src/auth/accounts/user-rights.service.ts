import { Injectable } from '@nestjs/common';
import { type Caller, type Grant, type Identifier } from '../../model';
import { AccountRepositories } from './account.repositories';
import { getUser } from './find-accounts';

/** A right that a user has, and the name of the role that gives it; undefined if it was granted to the user. */
export interface HeldGrant extends Grant {
  readonly role: string | undefined;
}

/** A user as the caller of a request with an unlimited token, and where each right comes from. */
export interface UserRights {
  readonly user: Caller;
  readonly isDisabled: boolean;
  readonly grants: readonly HeldGrant[];
}

/** Reads the rights of users, to explain them to others. */
@Injectable()
export class UserRightsService {
  constructor(private readonly repositories: AccountRepositories) {}

  /** Returns the rights of a user. Rejects an unknown name; whether the caller may ask is for the caller of this method to check. */
  async rightsOf(caller: Caller, name: Identifier): Promise<UserRights> {
    const { id, name: found, disabled } = await getUser(this.repositories, caller, name);
    const own = await this.repositories.roles.ofUser(id, []);
    const ofRoles = await Promise.all(own.map((role) => this.grantsOf('role', role.id, role.name)));
    const held = [...(await this.grantsOf('user', id, undefined)), ...ofRoles.flat()];
    const user: Caller = { id, name: found, roles: own.map((role) => role.name), grants: held };
    return { user, isDisabled: disabled, grants: held };
  }

  private async grantsOf(kind: 'user' | 'role', id: string, role: string | undefined): Promise<readonly HeldGrant[]> {
    const found = await this.repositories.grants.ofGrantee({ kind, id });
    return found.map((grant) => ({ ...grant, role }));
  }
}

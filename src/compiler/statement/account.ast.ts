import type { Identifier } from '../../model';
import type { Option } from './option.ast';

export type RightName = 'access' | 'query' | 'edit' | 'admin' | 'unmask' | 'create' | 'create datasource' | 'auth';
export type GrantResource =
  | { readonly kind: 'all' }
  | { readonly kind: 'ontology'; readonly ontology: Identifier; readonly schema?: Identifier }
  | { readonly kind: 'datasource'; readonly ontology: Identifier; readonly dataSource: Identifier }
  | { readonly kind: 'user'; readonly user: Identifier }
  | { readonly kind: 'datasources' }
  | { readonly kind: 'users' };
export interface Grantee {
  readonly kind: 'user' | 'role';
  readonly name: Identifier;
}
export type UserAction =
  /** `replaced`: the password until now, which users must repeat to change their own. */
  | { readonly kind: 'set-password'; readonly password: string; readonly replaced?: string }
  | { readonly kind: 'disable' }
  | { readonly kind: 'enable' };
export type AccountStatement =
  | {
      readonly kind: 'create-user';
      readonly name: Identifier;
      /** Absent: no password opens a log-in of the user. */
      readonly password?: string;
      readonly options: readonly Option[];
    }
  | { readonly kind: 'alter-user'; readonly name: Identifier; readonly action: UserAction }
  | { readonly kind: 'drop-user'; readonly name: Identifier }
  | { readonly kind: 'create-role'; readonly name: Identifier }
  | { readonly kind: 'drop-role'; readonly name: Identifier }
  /** Creates an API token, which only the response contains. */
  | {
      readonly kind: 'create-token';
      readonly token: string;
      readonly user: Identifier;
      readonly options: readonly Option[];
    }
  /** Creates an API token like `create-token`, named after the caller and without limits. */
  | { readonly kind: 'show-token'; readonly user: Identifier }
  /** Revokes one token of a user by its id, all tokens of that name, or, without `token`, all tokens of the user. */
  | { readonly kind: 'revoke-tokens'; readonly token?: string; readonly user: Identifier }
  /** Makes all instances read the rights of all callers anew. */
  | { readonly kind: 'refresh-permissions' }
  | { readonly kind: 'grant-role' | 'revoke-role'; readonly role: Identifier; readonly grantee: Grantee }
  | {
      readonly kind: 'grant' | 'revoke';
      readonly right: RightName;
      readonly resource: GrantResource;
      readonly grantee: Grantee;
    };

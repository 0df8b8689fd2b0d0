import { Injectable } from '@nestjs/common';
import { Environment } from '../../config';
import { ServiceError } from '../../errors';
import { type Caller, nameKey } from '../../model';
import { AccountRepositories } from '../accounts/account.repositories';
import { AccountTransactionsService } from '../accounts/account-transactions.service';
import { CallersService } from '../accounts/callers.service';
import { checkAccountName, checkEmail } from '../accounts/check-account';
import { type User } from '../accounts/users.repository';
import { NO_PASSWORD } from '../secrets/hash-password';
import { type SentJwt } from './find-jwt';
import { JwtVerifierService, type Verdict } from './jwt-verifier.service';

/** Builds the `Caller` of a JWT. Users, roles and rights are read for every request, so that a change of them takes effect at once. */
@Injectable()
export class JwtCallersService {
  constructor(
    private readonly verifier: JwtVerifierService,
    private readonly repositories: AccountRepositories,
    private readonly transactions: AccountTransactionsService,
    private readonly callers: CallersService,
    private readonly environment: Environment,
  ) {}

  /** Returns the caller of a valid token; undefined where the token is not valid, or names no user who may log in with it. */
  async find(sent: SentJwt): Promise<Caller | undefined> {
    const verdict = await this.verifier.verify(sent);
    if (verdict === undefined) return undefined;
    const user = await this.findOrCreate(verdict);
    if (user === undefined || user.disabled || (user.jwtTenant ?? '') !== verdict.tenant) return undefined;
    return { ...(await this.callers.ofUser(user, this.rolesOf(verdict))), hasJwt: true };
  }

  /** Returns the roles that count for the request: those of the claim that the settings allow. */
  private rolesOf({ roles }: Verdict): readonly string[] {
    const allowed = new Set(this.environment.jwtRoles.map(nameKey));
    return roles.filter((name) => allowed.has(nameKey(name)));
  }

  private async findOrCreate(verdict: Verdict): Promise<User | undefined> {
    const found = await this.findUsers(verdict);
    if (found.length > 0 || !this.environment.jwtCreateUsers) return found.length === 1 ? found[0] : undefined;
    await this.create(verdict);
    const created = await this.findUsers(verdict);
    return created.length === 1 ? created[0] : undefined;
  }

  private async findUsers({ user }: Verdict): Promise<readonly User[]> {
    if (user.claim === 'email') return this.repositories.users.listByEmail(user.value);
    const found = await this.repositories.users.find(user.value);
    return found === undefined ? [] : [found];
  }

  /** Creates the user without a password, unless the name is taken or not valid. */
  private async create({ user: { claim, value }, tenant }: Verdict): Promise<void> {
    const email = claim === 'email' ? value : undefined;
    if (!isValid(value, email)) return;
    await this.transactions.change(async ({ users }) => {
      if ((await users.find(value)) !== undefined) return;
      await users.insert({
        name: value,
        passwordHash: NO_PASSWORD,
        email,
        jwtTenant: tenant === '' ? undefined : tenant,
      });
    });
  }
}

function isValid(name: string, email: string | undefined): boolean {
  try {
    checkAccountName(name);
    checkEmail(email);
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

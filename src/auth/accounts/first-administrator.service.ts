import { randomBytes } from 'node:crypto';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Environment } from '../../config';
import { ServiceError } from '../../errors';
import { AccountTransactionsService } from './account-transactions.service';
import { RolesRepository } from './roles.repository';
import { UsersRepository } from './users.repository';
import { checkAccountName, checkPassword } from './check-account';
import { findServer } from '../../http';
import { PasswordsService } from '../secrets/passwords.service';

/** An administrator that this start created. */
export interface MadeAdministrator {
  readonly name: string;
  readonly password: string;
  /** Whether the password was generated and must be shown once. */
  readonly generated: boolean;
}

/** Creates the role `public` and, when the service starts on a system database without users, `ADMIN_USER` with ADMIN ON ALL. */
@Injectable()
export class FirstAdministratorService implements OnModuleInit {
  private readonly logger = new Logger(FirstAdministratorService.name);
  private madeHere: MadeAdministrator | undefined;

  constructor(
    private readonly users: UsersRepository,
    private readonly roles: RolesRepository,
    private readonly transactions: AccountTransactionsService,
    private readonly environment: Environment,
    private readonly passwords: PasswordsService,
    private readonly host: HttpAdapterHost,
  ) {}

  /** Creates no administrator in a command-line tool, which has no HTTP: the password would not be shown. */
  async onModuleInit(): Promise<void> {
    await this.roles.ensurePublic();
    if (findServer(this.host) === undefined || (await this.users.exist())) return;
    const login = this.chooseLogin();
    if (login === undefined) this.logger.warn('there are no users yet, and ADMIN_PASSWORD is not set');
    else if (await this.make(login)) this.madeHere = login;
  }

  /** The administrator that this start created; undefined if it created none. */
  get made(): MadeAdministrator | undefined {
    return this.madeHere;
  }

  private chooseLogin(): MadeAdministrator | undefined {
    const { adminUser: name, adminPassword, demo } = this.environment;
    if (adminPassword !== '') return { name, password: adminPassword, generated: false };
    return demo ? { name, password: randomBytes(15).toString('base64url'), generated: true } : undefined;
  }

  /** Returns false if another instance created the administrator first. */
  private async make({ name, password }: MadeAdministrator): Promise<boolean> {
    checkSetting('ADMIN_USER', () => { checkAccountName(name); }); // prettier-ignore
    checkSetting('ADMIN_PASSWORD', () => { checkPassword(password, this.environment.passwordMinLength); }); // prettier-ignore
    const passwordHash = await this.passwords.hash(password);
    return this.transactions.change(async ({ users, grants }) => {
      if (await users.exist()) return false;
      const id = await users.insert({ name, passwordHash });
      await grants.insert({ kind: 'user', id }, { right: 'ADMIN', resource: { kind: 'all' } });
      return true;
    });
  }
}

/** Runs a check of a setting, whose error names the setting. */
function checkSetting(name: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new ServiceError(error.code, `invalid settings: ${name}: ${error.message}`);
  }
}

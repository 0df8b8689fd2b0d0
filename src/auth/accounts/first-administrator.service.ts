import { randomBytes } from 'node:crypto';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Environment } from '../../config';
import { AccountTransactionsService } from './account-transactions.service';
import { RolesRepository } from './roles.repository';
import { UsersRepository } from './users.repository';
import { checkAccountName, checkPassword } from './check-account';
import { findServer } from '../../http';
import { PasswordsService } from '../secrets/passwords.service';

/** A log-in that was made by this start. */
export interface MadeAdministrator {
  readonly name: string;
  readonly password: string;
  /** The password was made here and is to be shown once. */
  readonly generated: boolean;
}

/** Makes the role `public` and, where the service itself starts on a system database without users, `ADMIN_USER` with ADMIN ON ALL. */
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

  /** A tool makes no log-in by the way, whose password nobody would see: it has no HTTP. */
  async onModuleInit(): Promise<void> {
    await this.roles.ensurePublic();
    if (findServer(this.host) === undefined || (await this.users.exist())) return;
    const login = this.chooseLogin();
    if (login === undefined) this.logger.warn('there are no users yet, and ADMIN_PASSWORD is not set');
    else if (await this.make(login)) this.madeHere = login;
  }

  /** The administrator that this start made, undefined where one was there before. */
  get made(): MadeAdministrator | undefined {
    return this.madeHere;
  }

  private chooseLogin(): MadeAdministrator | undefined {
    const { adminUser: name, adminPassword, demo } = this.environment;
    if (adminPassword !== '') return { name, password: adminPassword, generated: false };
    return demo ? { name, password: randomBytes(15).toString('base64url'), generated: true } : undefined;
  }

  /** False where another instance was faster. */
  private async make({ name, password }: MadeAdministrator): Promise<boolean> {
    checkAccountName(name);
    checkPassword(password);
    const passwordHash = await this.passwords.hash(password);
    return this.transactions.change(async ({ users, grants }) => {
      if (await users.exist()) return false;
      const id = await users.insert({ name, passwordHash });
      await grants.insert({ kind: 'user', id }, { right: 'ADMIN', resource: { kind: 'all' } });
      return true;
    });
  }
}

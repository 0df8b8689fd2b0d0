import { ServiceError } from '../../errors';

const NAME = /^[\p{L}\p{M}\p{N}_\-.@+ ]{1,128}$/u;
const LONGEST_PASSWORD = 1024;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const LONGEST_PERSON_NAME = 128;
const LONGEST_EMAIL = 320;
const TENANT = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Rejects invalid names of users and roles. A colon is not allowed, since `<user>:<password>` ends the name at the first one
 * (docs/http-api.md).
 */
export function checkAccountName(name: string): void {
  if (NAME.test(name) && name === name.trim()) return;
  refuse('a user or role name has 1 to 128 letters, digits, spaces or characters of "_-.@+"');
}

/** Rejects a new password with fewer than `least` characters, or with too many. Stored passwords are never checked. */
export function checkPassword(password: string, least: number): void {
  if (Array.from(password).length < least) refuse(`a password has at least ${least} characters`);
  if (password.length > LONGEST_PASSWORD) refuse(`a password has at most ${LONGEST_PASSWORD} characters`);
}

export function checkEmail(email: string | undefined): void {
  if (email === undefined || (email.length <= LONGEST_EMAIL && EMAIL.test(email))) return;
  refuse('the option "email" is not an e-mail address');
}

/** Rejects names of persons that are empty or longer than the system database stores. */
export function checkPersonName(option: string, name: string | undefined): void {
  if (name === undefined || (name !== '' && name.length <= LONGEST_PERSON_NAME)) return;
  refuse(`the option "${option}" has 1 to ${LONGEST_PERSON_NAME} characters`);
}

/** Rejects names that no tenant of the settings can have. */
export function checkTenant(tenant: string | undefined): void {
  if (tenant !== undefined && !isTenant(tenant)) refuse('a tenant has 1 to 64 letters, digits, "_" or "-"');
}

/** Returns whether a tenant of the settings can have this name. */
export function isTenant(name: string): boolean {
  return TENANT.test(name);
}

/** Returns the name of a tenant as settings and users contain it: without letter case, and with `_` for `-`. */
export function tenantKey(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

function refuse(message: string): never {
  throw new ServiceError('account_bad_value', message);
}

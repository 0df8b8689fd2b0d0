import { randomBytes, scryptSync } from 'node:crypto';
import { PasswordsService } from '../../src/auth/secrets/passwords.service';

/**
 * Makes all services of this process hash new passwords at a low cost, which stands in each hash. Passwords are compared as ever, at the
 * cost of their hash.
 */
export function hashCheaply(): void {
  PasswordsService.prototype.hash = (password) => {
    const salt = randomBytes(16);
    const hash = scryptSync(password.normalize('NFC'), salt, 32, { cost: 2 ** 4, blockSize: 8, parallelization: 1 });
    return Promise.resolve(`$scrypt$ln=4,r=8,p=1$${salt.toString('base64')}$${hash.toString('base64')}`);
  };
}

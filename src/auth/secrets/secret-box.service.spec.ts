import { Environment } from '../../config';
import { SecretBoxService } from './secret-box.service';

const boxOf = (apiAuthSalt: string) => new SecretBoxService(Object.assign(new Environment(), { apiAuthSalt }));
const BOX = boxOf('a salt of good length');

describe('SecretBox', () => {
  it.each(['', 'sesame', 'pä$$ 🔑', 'x'.repeat(5000)])('opens a secret that it sealed', (secret) => {
    const sealed = BOX.seal(secret, 'shop/chinook');
    expect(BOX.open(sealed, 'shop/chinook')).toBe(secret);
    expect(boxOf('a salt of good length').open(sealed, 'shop/chinook')).toBe(secret);
  });

  it('seals the same secret differently each time and reveals nothing of it', () => {
    const sealed = [BOX.seal('sesame', 'a'), BOX.seal('sesame', 'a')];
    expect(new Set(sealed).size).toBe(2);
    expect(sealed.join()).not.toContain(Buffer.from('sesame').toString('base64url').slice(0, 6));
  });

  it('does not open for another place, with another salt or after a change', () => {
    const sealed = BOX.seal('sesame', 'shop/chinook');
    expect(() => BOX.open(sealed, 'shop/other')).toThrow();
    expect(() => boxOf('another salt of length').open(sealed, 'shop/chinook')).toThrow();
    const changed = sealed.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
    expect(() => BOX.open(changed, 'shop/chinook')).toThrow();
    expect(() => BOX.open('v1.', 'shop/chinook')).toThrow('the stored secret has an unknown format');
  });
});

import fc from 'fast-check';
import { trials } from '../../../test/support/trials';
import { networkOf } from './network-of';

/** Number of random cases; `LAW_RUNS=100000` runs a longer search. */
const RUNS = { numRuns: trials(500) };
const groups = fc.array(fc.oneof(fc.constantFrom(0, 0, 1, 0xffff), fc.integer({ min: 0, max: 0xffff })), {
  minLength: 8,
  maxLength: 8,
});
const bytes = fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 4, maxLength: 4 });

const plain = (all: readonly number[]): string => all.map((group) => group.toString(16)).join(':');
/** Each run of zeros that `::` may replace. */
const shortened = (all: readonly number[]): readonly string[] =>
  all.flatMap((_, from) =>
    all.slice(from).flatMap((_, length) => {
      const to = from + length + 1;
      const isZero = all.slice(from, to).every((group) => group === 0);
      return isZero ? [`${plain(all.slice(0, from))}::${plain(all.slice(to))}`] : [];
    }),
  );
const quad = (all: readonly number[]): string => all.flatMap((group) => [group >> 8, group & 255]).join('.');

function spellingsOf(all: readonly number[]): readonly string[] {
  const padded = all.map((group) => group.toString(16).padStart(4, '0')).join(':');
  const dotted = [`${plain(all.slice(0, 6))}:${quad(all.slice(6))}`];
  const written = [plain(all), padded, ...shortened(all), ...dotted];
  return written.flatMap((text) => [text, text.toUpperCase(), `[${text}]`, `[${text}]:443`, `${text}%eth0`]);
}

describe('networkOf', () => {
  it('returns one network for all spellings of an IPv6 address and all addresses of its /64, and another for each /64', () => {
    const property = fc.property(groups, groups, (some, others) => {
      fc.pre(!/^(0:0:0:0:0:ffff|64:ff9b:0:0:0:0):/.test(plain(some)));
      fc.pre(some.slice(0, 4).join() !== others.slice(0, 4).join());
      const neighbour = [...some.slice(0, 4), 1, ...others.slice(5)];
      const network = `${plain(some.slice(0, 4))}::/64`;
      const spellings = [...spellingsOf(some), ...spellingsOf(neighbour)];
      expect(spellings.filter((spelling) => networkOf(spelling) !== network)).toEqual([]);
      expect(networkOf(plain(others))).not.toBe(network);
    });
    fc.assert(property, RUNS);
  });

  it('returns an IPv4 address itself, also for the IPv6 addresses that represent it', () => {
    const property = fc.property(bytes, ([a = 0, b = 0, c = 0, d = 0]) => {
      const address = [a, b, c, d].join('.');
      const low = [a * 256 + b, c * 256 + d];
      const spellings = [[0, 0, 0, 0, 0, 0xffff], [0x64, 0xff9b, 0, 0, 0, 0]].flatMap((prefix) => spellingsOf([...prefix, ...low])); // prettier-ignore
      const all = [address, `${address}:8080`, ...spellings];
      expect(all.filter((spelling) => networkOf(spelling) !== address)).toEqual([]);
    });
    fc.assert(property, RUNS);
  });

  it.each(['unknown', '', '_hidden', '1.2.3', '1.2.3.999', '::1::', '[::1', '1.2.3.4.5', 'g::1'])(
    'returns a string that is not an address unchanged: %j',
    (text) => {
      expect(networkOf(text)).toBe(text);
    },
  );
});

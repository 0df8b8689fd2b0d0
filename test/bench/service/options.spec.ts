import { readOptions } from './options';

describe('readOptions', () => {
  it('has defaults, and reads what is given', () => {
    expect(readOptions([])).toMatchObject({ employees: 300_000, seed: 1, peers: false, engines: ['mariadb', 'duckdb', 'postgresql'], set: {}, against: undefined }); // prettier-ignore
    const options = readOptions(['--only', '^a', '--engine', 'duckdb', '--rounds', '2', '--seconds', '0.5', '--set', 'A=b=c', '--peers', '--workers', '3', '--against', '/other']); // prettier-ignore
    expect(options).toMatchObject({ engines: ['duckdb'], peers: true, workers: 3, against: '/other', set: { A: 'b=c' }, effort: { rounds: 2, seconds: 0.5 } }); // prettier-ignore
    expect(options.only.test('a zipf') && !options.only.test('b')).toBe(true);
  });

  it.each([
    ['--engine', 'oracle', '--engine is one of mariadb, duckdb, postgresql, not "oracle"'],
    ['--rounds', '0', '--rounds expects a number above 0, not "0"'],
    ['--seed', '1.5', '--seed expects a whole number, not "1.5"'],
    ['--set', 'WORKERS', '--set expects NAME=value, not "WORKERS"'],
    ['--cached', 'x', "Unknown option '--cached'"],
  ])('rejects %s %s', (name, value, message) => {
    expect(() => readOptions([name, value])).toThrow(message);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { DataSourceVariables, isVariableEntry } from './data-source-variables';
import { readEnvironment } from './environment';

const SALT = 'a salt that is long enough';
const at = (host: string, port = 3306) => ({ host, port });

describe('the variables of data sources', () => {
  const folder = mkdtempSync(join(tmpdir(), 'variables-'));
  const file = join(folder, 'secret');
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('are for the hosts and ports in the list, all of them, and only anywhere without one', () => {
    const variables = new DataSourceVariables(['A@db.example', 'A@db.example:3307', 'A@[fd00::1]', 'B', 'B@10.0.0.1', 'C']);
    const cases: readonly (readonly [string, ReturnType<typeof at>[], boolean, boolean])[] = [
      ['A', [at('db.example')], false, true],
      ['A', [at('DB.Example.')], false, true],
      ['A', [at('db.example'), at('db.example', 3307)], false, true],
      ['A', [at('fd00::1')], false, true],
      ['A', [at('db.example', 3308)], true, false],
      ['A', [at('db.example'), at('rogue.example')], true, false],
      ['A', [at('x.db.example')], true, false],
      ['A', [], false, false],
      ['B', [at('10.0.0.1')], false, true],
      ['B', [at('10.0.0.2')], false, false],
      ['B', [at('10.0.0.2')], true, true],
      ['C', [at('db.example')], false, false],
      ['C', [], true, true],
      ['a', [at('db.example')], true, false],
      ['D', [at('db.example')], true, false],
      ['__proto__', [at('db.example')], true, false],
    ]; // prettier-ignore
    for (const [name, servers, anywhere, allowed] of cases)
      expect([name, servers, anywhere, variables.allows(name, servers, anywhere)]).toEqual([name, servers, anywhere, allowed]);
  }); // prettier-ignore

  it.each(['A', 'a_1', '_B@h', 'A@db.example.', 'A@10.0.0.1:1', 'A@[::1]:65535'])('can be listed as %s', (entry) => {
    expect(isVariableEntry(entry)).toBe(true);
  });

  it.each([
    ...['', 'A B', 'A-B', '1A', 'A@', '@h', 'A@h@h', 'A@h:0', 'A@h:70000', 'A@h:p', 'A@h:', 'A@::1', 'A@[::1', 'A@[h]'],
    ...['A@10.0.0.0/8', 'A@1.2.3', 'A@h/x', 'API_AUTH_SALT', 'DATABASE_URL_FILE', 'ADMIN_PASSWORD@h'],
  ])('cannot be listed as %j', (entry) => {
    expect(isVariableEntry(entry)).toBe(false);
  });

  it('are read from the environment, or from the present content of a file', () => {
    const source = { A: 'one', B_FILE: file, C: '', D_FILE: join(folder, 'absent'), OTHER: 'x' };
    const variables = new DataSourceVariables(['A', 'B@h', 'C', 'D', 'toString'], source);
    expect(variables.names).toEqual(['A', 'B', 'C', 'D', 'toString']);
    const values = () => [...variables.names, 'OTHER'].map((name) => variables.find(name));
    expect(values()).toEqual(['one', undefined, undefined, undefined, undefined, undefined]);
    writeFileSync(file, 'two \n');
    expect(values()).toEqual(['one', 'two ', undefined, undefined, undefined, undefined]);
    writeFileSync(file, '');
    expect(variables.find('B')).toBeUndefined();
  });

  it('are set once, and published by no other setting', () => {
    const read = (settings: Record<string, string>) => () => readEnvironment({ API_AUTH_SALT: SALT, ...settings });
    const doubled = read({ DATA_SOURCE_ENVS: 'A', A: 'x', A_FILE: file });
    expect(doubled).toThrow('invalid settings: A and A_FILE exclude each other');
    const published = read({ DATA_SOURCE_ENVS: 'A@h', ALLOWED_CONFIG_ENVS_IN_API: 'B,A', A: 'x' });
    expect(published).toThrow(
      'invalid settings: A must not be in both ALLOWED_CONFIG_ENVS_IN_API and DATA_SOURCE_ENVS',
    );
  });

  it('are part of no log of the settings', () => {
    const environment = readEnvironment({ API_AUTH_SALT: SALT, DATA_SOURCE_ENVS: 'A', A: 'hunter2' });
    expect(environment.dataSourceVariables.find('A')).toBe('hunter2');
    expect(inspect(environment, { depth: 9, showHidden: true }) + JSON.stringify(environment)).not.toContain('hunter2');
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BearerTokensService } from '../src/auth';
import { readEnvironment } from '../src/config';
import { runTool } from '../test/support/tool';
import { createProgram } from './create-program';

const folder = mkdtempSync(join(tmpdir(), 'tools-test-'));
const before = { ...process.env };

/** Runs a command in the same way as `npm run tool --` and returns its output. */
const run = (line: string, input = '') => runTool(line.split(' '), input);

beforeAll(() => {
  Object.assign(process.env, {
    PASSWORD_MIN_LENGTH: '5',
    DATA_DIR: folder,
    API_AUTH_SALT: 'a salt for tests, long',
    DATABASE_URL: '',
  });
});
afterAll(() => {
  process.env = before;
  rmSync(folder, { recursive: true });
});

describe('create-bearer-token', () => {
  it('prints a token with the user and the password from standard input', async () => {
    const token = await run('create-bearer-token ana', 'pass: word\n');
    expect(token).toMatch(/^[\w-]+=*\n$/);
    expect(new BearerTokensService(readEnvironment()).open(token.trim())).toEqual({
      user: 'ana',
      password: 'pass: word',
    });
  });

  it('rejects a password as an argument, and a missing password', async () => {
    await expect(run('create-bearer-token ana')).rejects.toThrow('no password was given');
    const program = createProgram();
    const exit = jest.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('exit');
    });
    const complaint = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    await expect(program.parseAsync(['create-bearer-token', 'ana', 'secret'], { from: 'user' })).rejects.toThrow(
      'exit',
    );
    expect(complaint).toHaveBeenCalledWith(expect.stringContaining('too many arguments'));
    exit.mockRestore();
    complaint.mockRestore();
  });
});

describe('user and token', () => {
  it('create a user in an empty database, and no other user', async () => {
    await run('user add ana --email ana@example.org', 'first\n');
    const [head, ...users] = (await run('user list')).trimEnd().split('\n');
    expect(head).toBe('name\temail\tstate\tcreated');
    expect(users).toEqual([expect.stringMatching(/^ana\tana@example\.org\tenabled\t\d{4}-/)]);
    await expect(run('user add ANA', 'other\n')).rejects.toMatchObject({ code: 'account_name_taken' });
  });

  it('grant rights and report missing arguments', async () => {
    await run('user grant ana ADMIN --all');
    await expect(run('user grant ana query')).rejects.toThrow('specify --all or --ontology');
    await expect(run('user grant ana reed --all')).rejects.toThrow('unknown right "reed"');
    await expect(run('user grant ana query --ontology none')).rejects.toMatchObject({ code: 'ontology_unknown' });
    await expect(run('user disable ana')).rejects.toThrow('this would remove the last administrator');
  });

  it('disable and enable a user and set a new password', async () => {
    await expect(run('user add ben', 'four\n')).rejects.toThrow('a password has at least 5 characters');
    await run('user add ben', 'five5\n');
    await expect(run('user set-password ben', 'four\n')).rejects.toThrow('a password has at least 5 characters');
    const tokens = async (): Promise<number> => (await run('token list ben')).split('\n').length - 2;
    await run('token issue ben');
    expect(await tokens()).toBe(1);
    await run('user disable ben');
    await expect(run('token issue ben')).rejects.toThrow('the user is disabled');
    expect(await run('user list')).toContain('ben\t\tdisabled');
    await run('user enable ben');
    expect(await run('user list')).toContain('ben\t\tenabled');
    expect(await tokens()).toBe(0);
    await run('token issue ben');
    await run('user set-password ben', 'second\n');
    expect(await tokens()).toBe(0);
    await expect(run('user set-password bem', 'second\n')).rejects.toMatchObject({
      details: { hint: 'did you mean "ben"?' },
    });
  });

  it('issue, list and revoke tokens', async () => {
    expect(await run('token issue ben --name laptop')).toMatch(/^tk_[0-9a-f]{64}\n$/);
    await run('token issue ben');
    const [, first] = (await run('token list ben')).split('\n');
    const [id, name] = first!.split('\t') as [string, string];
    expect(name).toBe('laptop');
    await expect(run('token revoke ben')).rejects.toThrow('specify --id <id> or --all');
    expect(await run(`token revoke ben --id ${id}`)).toBe('1 revoked\n');
    await expect(run(`token revoke ben --id ${id}`)).rejects.toThrow('no valid token');
    expect(await run('token revoke ben --all')).toBe('1 revoked\n');
    expect(await run('token list ben')).toBe('id\tname\tcreated\texpires\n');
  });
});

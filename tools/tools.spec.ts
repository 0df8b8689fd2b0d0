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
    expect(head).toBe('name\tperson\temail\tstate\tcreated\troles\tgrants');
    expect(users).toEqual([expect.stringMatching(/^ana\t\tana@example\.org\tenabled\t\d{4}-\S+\t\t0$/)]);
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
    expect(await run('user list')).toContain('ben\t\t\tdisabled');
    await run('user enable ben');
    expect(await run('user list')).toContain('ben\t\t\tenabled');
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
    await expect(run('token issue bem')).rejects.toMatchObject({
      code: 'account_unknown',
      details: { hint: 'did you mean "ben"?' },
    });
    const [, first] = (await run('token list ben')).split('\n');
    const [id, name] = first!.split('\t') as [string, string];
    expect(name).toBe('laptop');
    await run('token issue ben');
    await run('token issue ana --name desk');
    const [head, ...all] = (await run('token list')).trimEnd().split('\n');
    expect(head).toBe('id\tname\tcreated\texpires\tuser');
    expect(all.map((row) => row.split('\t')).map((cells) => [cells[1], cells[4]])).toEqual([
      ['laptop', 'ben'],
      ['', 'ben'],
      ['desk', 'ana'],
    ]);
    expect(all.join()).not.toContain('tk_');
    await expect(run('token revoke ben')).rejects.toThrow('specify --id <id> or --all');
    expect(await run(`token revoke ben --id ${id}`)).toBe('1 revoked\n');
    await expect(run(`token revoke ben --id ${id}`)).rejects.toThrow('no valid token');
    expect(await run('token finish-migration')).toBe('finished: only second hashes of tokens are stored\n');
    expect(await run('token revoke ben --all')).toBe('1 revoked\n');
    expect(await run('token list ben')).toBe('id\tname\tcreated\texpires\n');
  });
});

describe('role, grant and revoke', () => {
  const words = (...line: readonly string[]) => runTool(line);
  const roles = async () => (await run('role list')).trimEnd().split('\n');

  it('create and drop roles, and list them with their members and rights', async () => {
    expect(await roles()).toEqual(['name\tmembers\tgrants', 'public\t\t0']);
    expect(await words('role', 'add', 'night shift')).toBe('');
    await run('role add analyst');
    await expect(run('role add ANALYST')).rejects.toMatchObject({ code: 'account_name_taken' });
    await expect(words('role', 'add', 'a:b')).rejects.toMatchObject({ code: 'account_bad_value' });
    await run('grant ROLE analyst TO USER ben');
    await words('grant', 'role `night shift` to user ben');
    await run('grant ROLE analyst TO USER ana');
    await run('grant QUERY ON ALL TO ROLE analyst');
    expect(await roles()).toEqual([
      'name\tmembers\tgrants',
      'analyst\tana,ben\t1',
      'night shift\tben\t0',
      'public\t\t0',
    ]);
    expect(await run('user list')).toMatch(/\nben\t.*\tanalyst,night shift\t0\n/);
    await words('role', 'drop', 'night shift');
    await expect(words('role', 'drop', 'night shift')).rejects.toMatchObject({ code: 'account_unknown' });
    await expect(run('role drop analist')).rejects.toMatchObject({ details: { hint: 'did you mean "analyst"?' } });
    await expect(run('role drop public')).rejects.toThrow('all users have the role "public"');
  });

  it('grant and revoke rights by statements, and list them', async () => {
    await run('grant QUERY ON ALL TO USER ben');
    await run('grant CREATE DATASOURCE ON ALL TO USER ben');
    expect(await run('user grants ben')).toBe('GRANT CREATE DATASOURCE ON ALL TO USER `ben`;\nGRANT QUERY ON ALL TO USER `ben`;\n'); // prettier-ignore
    await run('revoke QUERY ON ALL FROM USER ben');
    await expect(run('revoke QUERY ON ALL FROM USER ben')).rejects.toMatchObject({ code: 'account_unknown' });
    await expect(run('revoke ADMIN ON ALL FROM USER ana')).rejects.toThrow('the last administrator');
    expect(await run('user grants ben')).toBe('GRANT CREATE DATASOURCE ON ALL TO USER `ben`;\n');
    expect(await run('role grants analyst')).toBe('GRANT QUERY ON ALL TO ROLE `analyst`;\n');
    await run('revoke ROLE analyst FROM USER ben');
    expect(await roles()).toContain('analyst\tana\t1');
    await run('token issue ben --name desk');
    await words('revoke', "TOKEN 'desk' FROM USER ben");
    expect(await run('token list ben')).not.toContain('desk');
  });

  it('report the place of an error in the statement', async () => {
    await expect(run('grant REED ON ALL TO USER ben')).rejects.toThrow('the statement:1:7: expected ACCESS');
    await expect(run('grant QUERY ON ALL TO ROLE analist')).rejects.toThrow(
      'the statement:1:28: unknown role "analist"',
    );
    await expect(run('grant QUERY ON ontology.none TO USER ben')).rejects.toMatchObject({ code: 'ontology_unknown' });
    const two = words('grant', 'QUERY ON ALL TO USER ben; DROP USER ben');
    await expect(two).rejects.toThrow('the statement:1:33: this command accepts one statement');
    expect(await run('user list')).toContain('ben\t');
  });

  it('keep a role that a policy names, also in scripts', async () => {
    const model =
      'CREATE ONTOLOGY o; CREATE CONCEPT c (n string, PRIMARY KEY (n)); CREATE POLICY p FILTER c WHERE n IS NULL TO ROLE analyst';
    await runTool(['ontology', 'run', '-'], model);
    const refusal = { code: 'ontology_in_use', message: 'policy "p" of ontology "o" names the role "analyst"' };
    await expect(run('role drop analyst')).rejects.toMatchObject(refusal);
    const script = runTool(['ontology', 'run', '-'], 'DROP ROLE analyst');
    await expect(script).rejects.toMatchObject({ ...refusal, message: `standard input:1:11: ${refusal.message}` });
    const both = 'DROP POLICY p; DROP ROLE analyst';
    expect(await runTool(['ontology', 'run', '-', '--ontology', 'o'], both)).toContain('1 account statements applied');
    expect(await roles()).toEqual(['name\tmembers\tgrants', 'public\t\t1']);
  });

  it('drop a user with tokens and rights', async () => {
    await run('token issue ben');
    await run('user drop ben');
    await expect(run('token list ben')).rejects.toMatchObject({ code: 'account_unknown' });
    expect(await run('token list')).not.toContain('ben');
    await expect(run('user drop ana')).rejects.toThrow('the last administrator');
  });
});

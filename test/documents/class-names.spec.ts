import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const SOURCE = join(__dirname, '../../src');
const ROLES = ['service', 'repository', 'guard', 'interceptor', 'provider', 'controller', 'module', 'filter', 'pipe'];
const ROLE = new RegExp(`\\.(${ROLES.join('|')})\\.ts$`);

const FILES = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!spec)\.ts$/.test(file));

/** Returns the exported classes of a file whose names do not end with the role in the name of the file. */
function misnamed(file: string, text: string): readonly string[] {
  const role = ROLE.exec(basename(file))?.[1];
  if (role === undefined) return [];
  const classes = [...text.matchAll(/^export (?:abstract )?class (\w+)/gm)].map(([, name]) => name!);
  return classes.filter((name) => !name.toLowerCase().endsWith(role)).map((name) => `${file}: ${name}`);
}

/** Returns the repositories that a file creates itself. */
function built(file: string, text: string): readonly string[] {
  return [...text.matchAll(/\bnew (\w+Repository)\b/g)].map(([, name]) => `${file}: ${name!}`);
}

const textOf = (file: string): string => readFileSync(join(SOURCE, file), 'utf8');

describe('classes', () => {
  it('have the role that the name of their file states', () => {
    expect(FILES.filter((file) => ROLE.test(file)).length).toBeGreaterThan(40);
    expect(FILES.flatMap((file) => misnamed(file, textOf(file)))).toEqual([]);
    expect(misnamed('a/log.service.ts', 'export class Log {}\nexport class LogService {}')).toEqual([
      'a/log.service.ts: Log',
    ]);
  });

  it('receive their repositories instead of building them', () => {
    expect(FILES.flatMap((file) => built(file, textOf(file)))).toEqual([]);
    expect(built('a.ts', 'return new UsersRepository(database);')).toEqual(['a.ts: UsersRepository']);
  });
});

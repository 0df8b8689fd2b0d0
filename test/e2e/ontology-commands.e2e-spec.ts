import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Knex, SYSTEM_DATABASE } from '../../src/system-database';
import { writeDuckDb } from '../support/engines';
import { parseStatements } from '../../src/compiler/statement';
import { runTool } from '../support/tool';
import { openService } from '../../tools/terminal/open-service';

const folder = mkdtempSync(join(tmpdir(), 'tools-test-'));
const before = { ...process.env };

const SHOP = `CREATE ONTOLOGY \`shop\` DESCRIPTION = 'Music';
CREATE DATASOURCE \`d\` TYPE duckdb OPTIONS (path = 'shop.duckdb');
CREATE CONCEPT \`album\` (\`album_id\` integer, \`title\` string, PRIMARY KEY (\`album_id\`));
CREATE MAPPING \`map_album\` INTO (\`album\`) AS SELECT \`AlbumId\` AS \`album_id\`, \`Title\` AS \`title\` FROM \`Album\`;`;

/** Writes a script to a file and returns its path. */
function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const run = (...words: string[]) => runTool(['ontology', 'run', ...words]);
const dump = (name: string) => runTool(['ontology', 'dump', name]);

beforeAll(() => {
  Object.assign(process.env, {
    DATA_DIR: folder,
    API_AUTH_SALT: 'a salt for tests, long',
    DATABASE_URL: '',
    CHECK_MAPPINGS: 'off',
  });
  mkdirSync(join(folder, 'sources'));
});
afterAll(() => {
  process.env = before;
  rmSync(folder, { recursive: true });
});

describe('ontology run', () => {
  it('creates and changes ontologies and prints each new version', async () => {
    const created = await run(write('shop.sql', SHOP));
    expect(created).toMatch(/^ontology\tchange\tversion\nshop\tcreated\t[0-9a-f-]{36}\n$/);
    const change = write('change.sql', "CREATE PROPERTY `year` integer DESCRIPTION = 'of release';");
    expect(await run(change, '--ontology', 'SHOP')).toMatch(/\nshop\tchanged\t[0-9a-f-]{36}\n$/);
    expect(await run(write('same.sql', "ALTER ONTOLOGY `shop` SET DESCRIPTION = 'Music'"))).toBe(
      'ontology\tchange\tversion\n',
    );
  });

  it('checks a script and changes nothing in a dry run', async () => {
    const printed = await runTool(['ontology', 'run', '-', '--dry-run'], 'CREATE ONTOLOGY `never`;');
    expect(printed).toBe('the script can be applied; nothing is changed\n');
    await expect(dump('never')).rejects.toMatchObject({ code: 'ontology_unknown' });
  });

  it('reads standard input', async () => {
    const printed = await runTool(['ontology', 'run', '-'], 'CREATE ONTOLOGY `größe`;');
    expect(printed).toMatch(/\ngröße\tcreated\t/);
    expect(await runTool(['ontology', 'run', '-'], 'DROP ONTOLOGY `größe`;')).toMatch(/\ngröße\tdropped\t\n$/);
  });

  it('applies account statements after the definitions', async () => {
    const text = `CREATE USER \`ana\` PASSWORD 'secret of ana'; GRANT QUERY ON ontology.\`later\` TO USER \`ana\`; CREATE ONTOLOGY \`later\``;
    expect(await run(write('grant.sql', text))).toMatch(/\nlater\tcreated\t.*\n2 account statements applied\n$/);
    expect(await runTool(['user', 'list'])).toContain('ana\t');
  });

  it('changes nothing if one definition is invalid, and reports its position', async () => {
    const bad = write('bad.sql', 'CREATE ONTOLOGY `half`;\n\nCREATE CONCEPT `a` (`b` strin);');
    await expect(run(bad)).rejects.toThrow(`${bad}:3:25: `);
    const late = write('late.sql', 'CREATE ONTOLOGY `half`;\nDROP CONCEPT `nothing`;');
    await expect(run(late)).rejects.toThrow(`${late}:2:14: `);
    await expect(dump('half')).rejects.toMatchObject({ code: 'ontology_unknown' });
    await expect(runTool(['ontology', 'run', '-'], 'CREATE;')).rejects.toThrow('standard input:1:7: ');
  });

  it.each(['SELECT 1', 'SHOW CONCEPTS', 'DESCRIBE CONCEPT `album`', 'EXPLAIN SELECT 1'])('rejects %s', async (text) => {
    const file = write('read.sql', `CREATE ONTOLOGY \`half\`;\n${text};`);
    await expect(run(file)).rejects.toThrow(`${file}:2:1: a script can contain only definitions and grants`);
  });

  it('requires the name of the ontology', async () => {
    const file = write('whose.sql', '-- no CREATE ONTOLOGY\nCREATE PROPERTY `a` string;');
    await expect(run(file)).rejects.toThrow(`${file}:2:1: no ontology is selected for this statement`);
    await expect(run(file, '--ontology', 'shopp')).rejects.toMatchObject({ details: { hint: 'did you mean "shop"?' } });
  });

  it('rejects a password without one data source that needs it', async () => {
    const file = write('no-source.sql', 'CREATE ONTOLOGY `none`;');
    await expect(runTool(['ontology', 'run', file, '--password'], 'hush')).rejects.toThrow(
      '--password is for one data source without a password, and the script has 0',
    );
    await expect(run('-', '--password')).rejects.toThrow('it cannot be the password as well');
  });

  it('reports a missing file', async () => {
    await expect(run(join(folder, 'none.sql'))).rejects.toThrow('no such file');
  });
});

describe('ontology dump', () => {
  it('prints a script that creates the same ontology', async () => {
    await runTool(['ontology', 'run', '-'], SHOP.replace('`shop`', '`copy`'));
    const script = await dump('copy');
    expect(script).toMatch(/^CREATE OR REPLACE ONTOLOGY `copy` DESCRIPTION = 'Music';\n/);
    await runTool(['ontology', 'run', '-'], 'DROP ONTOLOGY `copy`');
    await expect(dump('copy')).rejects.toMatchObject({ code: 'ontology_unknown' });
    await run(write('copy.sql', script));
    expect(await dump('copy')).toBe(script);
  });

  it('prints no passwords', async () => {
    const source =
      "CREATE DATASOURCE `m` TYPE mysql OPTIONS (host = 'h', database = 'd', user = 'u', password = 'hush', ssl_key = 'hush, too')";
    await runTool(['ontology', 'run', '-'], `CREATE ONTOLOGY \`secretive\`; ${source}`);
    const script = await dump('secretive');
    expect(script).toContain("`user` = 'u'");
    expect(script).not.toContain('hush');
  });
});

describe('ontology check', () => {
  const mapping = (select: string) =>
    `CREATE OR REPLACE MAPPING \`map_album\` INTO (\`album\`) AS SELECT ${select} FROM \`Album\`;`;
  const QUOTED = mapping(`CONCAT("Title", '!') AS \`title\`, "AlbumId" AS \`album_id\``);

  /** Creates an ontology whose only version is stored in the earlier form with double quotes. */
  async function makeOld(name: string): Promise<void> {
    await runTool(['ontology', 'run', '-'], SHOP.replace('`shop`', `\`${name}\``));
    const script = await dump(name);
    const old = `${script.slice(0, script.indexOf('CREATE OR REPLACE MAPPING'))}${QUOTED}`;
    const update =
      'UPDATE ontology_versions SET script = ? WHERE ontology_id = (SELECT id FROM ontologies WHERE name = ?)';
    await openService([], async (service) => {
      await service.get<Knex>(SYSTEM_DATABASE).raw(update, [old, name]);
    });
  }

  const check = (name: string) => runTool(['ontology', 'check', name]);

  it('lists the mappings of an earlier version that read double quotes as strings', async () => {
    await makeOld('old');
    expect(await check('old')).toContain(
      'mapping `map_album`\t11\twarning\tkeeps an earlier reading of double quotes, as strings: Title\n',
    );
    expect(await dump('old')).toContain("\n  CONCAT('Title', '!') AS `title`,\n  `AlbumId` AS `album_id`\n");
  });

  it('lists them while later versions contain them, until they are replaced', async () => {
    await makeOld('older');
    await runTool(['ontology', 'run', '-', '--ontology', 'older'], 'CREATE PROPERTY `year` integer;');
    expect(await dump('older')).toContain("CONCAT('Title', '!')");
    expect(await check('older')).toContain('strings: Title\n');
    await runTool(['ontology', 'run', '-', '--ontology', 'older'], QUOTED);
    expect(await dump('older')).toContain("CONCAT(`Title`, '!')");
    expect(await check('older')).not.toContain('Title');
  });

  it('lists no mappings that are written now', async () => {
    await runTool(['ontology', 'run', '-'], SHOP.replace('`shop`', '`new`'));
    await runTool(['ontology', 'run', '-', '--ontology', 'new'], QUOTED);
    expect(await check('new')).not.toContain('Title');
    await expect(check('nothing')).rejects.toMatchObject({ code: 'ontology_unknown' });
  });
});

describe('ontology bootstrap', () => {
  const bootstrap = (...words: string[]) => runTool(['ontology', 'bootstrap', ...words]);

  it('drafts the tables of a DuckDB file; run accepts the draft unchanged', async () => {
    await writeDuckDb(join(folder, 'sources', 'pets.duckdb'), [
      'CREATE TABLE Person (PersonId INTEGER PRIMARY KEY, Name VARCHAR)',
      'CREATE TABLE Pet (PetId INTEGER PRIMARY KEY, KeeperId INTEGER REFERENCES Person (PersonId))',
    ]);
    const script = await bootstrap('--name', 'pets', '--type', 'duckdb', '--path', 'pets.duckdb');
    expect(script).toContain("CREATE DATASOURCE `pets` TYPE duckdb OPTIONS (`path` = 'pets.duckdb');");
    expect(script).toContain(
      'CONSTRAINT `person` FOREIGN KEY (`keeper_id`) REFERENCES `person` (`person_id`) INVERSEOF `has_pet`',
    );
    expect(await bootstrap('--name', 'pets', '--type', 'duckdb', '--path', 'pets.duckdb')).toBe(script);
    expect(await run(write('pets.sql', script))).toMatch(/\npets\tcreated\t/);
  });

  it('drafts a folder of files, verifies its guesses, and applies the draft on request', async () => {
    mkdirSync(join(folder, 'sources', 'music'));
    const file = (name: string, text: string): void => {
      writeFileSync(join(folder, 'sources', 'music', name), text);
    };
    file('albums.csv', 'id,title,email\n1,Restless,a@b.org\n2,Wild,\n');
    file('tracks.csv', 'track_id,album_id,name\n1,1,One\n2,1,Two\n');
    const script = await bootstrap('--name', 'lake', '--type', 'files', '--path', 'music/');
    expect(script).toContain('-- The data source declares no foreign keys: relationships are guesses by the names of');
    expect(script).toContain('-- `album_id`: 2 of 2 values found in albums.id.\n');
    expect(script).toContain('-- There is no key in the data source: `id` is a guess (distinct in 2 of 2 rows).');
    expect(script).toContain(
      'CONSTRAINT `album` FOREIGN KEY (`album_id`) REFERENCES `albums` (`id`) INVERSEOF `has_tracks`',
    );
    expect(script).toContain("CREATE PROPERTY `email` string\n  WITH TAGS (`classification` = 'PII');");
    expect(await bootstrap('--name', 'lake', '--type', 'files', '--path', 'music/', '--verify', 'none')).toContain(
      '-- `album_id`: albums.id, not verified.\n',
    );
    const changes = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const kept = await bootstrap('--name', 'lake', '--type', 'files', '--path', 'music/', '--keep-names', '--apply');
    expect(await runTool(['ontology', 'dump', 'lake'])).toContain('CONCEPT `albums`');
    expect(parseStatements(kept).length).toBeGreaterThan(4);
    expect(changes).toHaveBeenLastCalledWith(expect.stringMatching(/\nlake\tcreated\t[0-9a-f-]{36}\n$/));
    const again = ['--name', 'lake', '--type', 'files', '--path', 'music/', '--apply'];
    await expect(bootstrap(...again)).rejects.toMatchObject({
      message: 'the draft:5:17: the name "lake" is taken',
      details: { hint: 'CREATE OR REPLACE ONTOLOGY replaces an ontology that exists already' },
    });
    file('genres.csv', 'id,name\n1,Rock\n');
    expect(await bootstrap(...again, '--replace')).toContain('CREATE OR REPLACE ONTOLOGY `lake`;');
    expect(changes).toHaveBeenLastCalledWith(expect.stringMatching(/\nlake\tchanged\t[0-9a-f-]{36}\n$/));
    changes.mockRestore();
  });

  it('reports why files cannot be read', async () => {
    mkdirSync(join(folder, 'sources', 'mixed'));
    writeFileSync(join(folder, 'sources', 'mixed', 'a_1.csv'), 'id\n1\n');
    writeFileSync(join(folder, 'sources', 'mixed', 'a_2.csv'), 'id\nx\n');
    await expect(bootstrap('--name', 'm', '--type', 'files', '--path', 'mixed/*.csv')).rejects.toThrow(
      '"a_2.csv" has "id" as VARCHAR, not BIGINT',
    );
  });

  it.each([
    [['--name', 'a.b', '--type', 'files', '--path', 'x.csv'], '--name: a name may contain only letters'],
    [['--name', 'a', '--type', 'files'], 'this type of data source needs --path'],
    [['--name', 'a', '--type', 'mysql', '--user', 'u'], 'this type of data source needs --database'],
    [['--name', 'a', '--type', 'mysql', '--database', 'd'], 'this type of data source needs --user'],
    [['--name', 'a', '--type', 'mysql', '--database', 'd', '--user', 'u'], 'no password was given on standard input'],
    [
      ['--name', 'a', '--type', 'mysql', '--port', '1', '--database', 'd', '--user', 'u', '--no-password'],
      'the data source is not available: connect ECONNREFUSED 127.0.0.1:1',
    ],
  ])('%j: %s', async (words, message) => {
    await expect(bootstrap(...words)).rejects.toThrow(message);
  });
});

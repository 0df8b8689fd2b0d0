import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@redis/client';
import { ServiceError } from '../../src/errors';
import { type Caller, type Grant } from '../../src/model';
import { median } from '../support/median';
import { openOntologies, type OntologiesInstance } from '../support/ontologies';
import { describeWithRedis, REDIS_URL } from '../support/services';
import { onEachSystemDatabase } from '../support/system-databases';

const CHINOOK = readFileSync(join(__dirname, '../fixtures/chinook.ontology.sql'), 'utf8');
const SOURCE = "CREATE DATASOURCE db TYPE mysql OPTIONS (host = 'h', database = 'd', password = 'hunter2');";

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
  return 'none';
}

function callerWith(...grants: Grant[]): Caller {
  return { id: randomUUID(), name: 'ana', roles: ['public'], grants };
}

function statesItsPromises(urlOf: () => string): void {
  let here: OntologiesInstance;
  let there: OntologiesInstance;
  let admin: Caller;
  let name: string;

  beforeAll(async () => {
    here = await openOntologies(urlOf());
    there = await openOntologies(urlOf());
    admin = await here.accounts.callerOf('admin');
  });
  afterAll(async () => {
    await Promise.all([here.close(), there.close()]);
  });
  beforeEach(async () => {
    name = `shop ${randomUUID()}`;
    await here.ontologies.create(admin, name);
  });

  const versionOf = async (ontology = name): Promise<string> =>
    (await here.catalogue.getCurrent(admin, ontology)).version;
  const historyOf = async () => here.ontologies.history(admin, name);

  it('creates an ontology once, whatever the letter case of its name', async () => {
    const names = (await here.catalogue.list(admin)).map((current) => current.name);
    expect(names).toContain(name);
    expect(await codeOf(here.ontologies.create(admin, name.toUpperCase()))).toBe('ontology_name_taken');
    expect((await here.catalogue.get(admin, name.toUpperCase())).name).toBe(name);
    expect(await historyOf()).toMatchObject([{ parent: null, author: 'admin', id: await versionOf() }]);
  });

  it('grants ACCESS on it to everybody and ADMIN to its creator', async () => {
    const all = { kind: 'all' } as const;
    const ben = callerWith({ right: 'CREATE', resource: all }, { right: 'CREATE DATASOURCE', resource: all });
    const { caller, ontologyName } = await here.apply(ben, 'system', `CREATE ONTOLOGY \`bens ${name}\``);
    expect(ontologyName).toBe(`bens ${name}`);
    expect(caller.grants).toContainEqual({ right: 'ADMIN', resource: { kind: 'ontology', ontology: ontologyName } });
    expect(await codeOf(here.apply(caller, ontologyName, SOURCE))).toBe('none');
  });

  it.each([
    ['a bad name', 'a.b', 'ontology_bad_name'],
    ['the reserved name', 'System', 'ontology_bad_name'],
  ])('rejects %s', async (_, bad, code) => {
    expect(await codeOf(here.ontologies.create(admin, bad))).toBe(code);
  });

  it('stores all of Chinook as one version, without secrets', async () => {
    const before = await versionOf();
    await here.apply(admin, name, SOURCE + CHINOOK);
    const ontology = await here.catalogue.get(admin, name);
    expect(ontology.version).not.toBe(before);
    expect([ontology.concepts.size, ontology.mappings.size]).toEqual([14, 11]);
    expect((await historyOf())[0]).toMatchObject({ id: ontology.version, parent: before });
    const stored = JSON.stringify([
      await here.database('ontology_versions').select('statements', 'script'),
      await here.database('data_source_secrets').select('secret'),
    ]);
    expect(stored).toContain('map_playlist_track');
    expect(stored).not.toContain('hunter2');
    const read = await there.catalogue.get(admin, name);
    expect([...read.concepts.keys()]).toEqual([...ontology.concepts.keys()]);
  });

  it('applies all of a request or nothing, over all ontologies that it names', async () => {
    const other = `other ${name}`;
    const text = `${SOURCE} CREATE ONTOLOGY \`${other}\`; CREATE CONCEPT a INHERITS (nowhere);`;
    const before = await versionOf();
    expect(await codeOf(here.apply(admin, name, text))).toBe('ontology_unknown_definition');
    expect(await versionOf()).toBe(before);
    expect(await codeOf(here.catalogue.get(admin, other))).toBe('ontology_unknown');
  });

  it('rejects an invalid view, condition or calculation', async () => {
    const concept = 'CREATE CONCEPT a (x integer, PRIMARY KEY (x));';
    for (const text of [
      'CREATE VIEW v AS SELECT y FROM dsvc.a;',
      'CREATE VIEW v AS SELECT x AS y, 1 AS Y FROM dsvc.a;',
      'CREATE CUBE v AS SELECT x FROM dsvc.a GROUP BY x;',
      'CREATE CUBE v AS SELECT x FROM dsvc.a LIMIT 1;',
      'CREATE CONCEPT b INHERITS (a) FROM svc.a WHERE y = 1;',
      'CREATE CONCEPT b INHERITS (a) FROM svc.a WHERE COUNT(x) = 1;',
      'CREATE POLICY p FILTER a WHERE y = 1 TO ROLE r;',
      "CREATE POLICY p FILTER a WHERE x = 'one' TO ROLE r;",
      'CREATE POLICY p FILTER a WHERE x IN (SELECT x FROM b) TO ROLE r;',
      'CREATE POLICY p FILTER a WHERE SUM(x) > 1 TO ROLE r;',
      "CREATE POLICY p MASK PROPERTY x WITH partial('one', 0);",
      'CREATE PROPERTY sum integer AS SELECT SUM(x);',
      'CREATE PROPERTY place integer AS SELECT x + RANK() OVER (ORDER BY x);',
      'CREATE MEASURE m integer AS SELECT x;',
      'CREATE MEASURE m integer AS SELECT SUM(x) + x;',
      'CREATE MEASURE m integer AS SELECT SUM(x) WHERE SUM(x) > 1;',
    ]) {
      const work = here.apply(admin, name, `${concept}${text}`);
      expect([text, await codeOf(work)]).toEqual([text, 'ontology_invalid']);
    }
    for (const text of [
      "CREATE POLICY p FILTER a WHERE x = '1' AND EXISTS (SELECT COUNT(*) FROM a) TO ROLE r;",
      'CREATE MEASURE m integer AS SELECT SUM(x); CREATE MEASURE n double AS SELECT m / COUNT(x) * 100;',
    ]) {
      expect(await codeOf(here.apply(admin, name, `${concept.replace('CREATE', 'CREATE OR REPLACE')}${text}`))).toBe(
        'none',
      );
    }
    await here.apply(admin, name, 'DROP CONCEPT a CASCADE;');
    expect(await codeOf(here.apply(admin, name, `${concept} CREATE VIEW v AS SELECT x FROM dsvc.a;`))).toBe('none');
  });

  it('creates no version if the model does not change', async () => {
    await here.apply(admin, name, `${SOURCE} CREATE CONCEPT a (x integer);`);
    const before = await versionOf();
    await here.apply(admin, name, 'CREATE OR REPLACE CONCEPT a (x integer);');
    await here.apply(admin, name, SOURCE.replace('CREATE', 'CREATE OR REPLACE').replace('hunter2', 'other'));
    expect(await versionOf()).toBe(before);
    const ontology = await here.catalogue.get(admin, name);
    const connection = await here.dataSources.connectionOf(ontology, 'db');
    expect(Object.fromEntries(connection.options)).toEqual({ host: 'h', database: 'd', password: 'other' });
  });

  it('keeps a password only while the data source connects to the same place', async () => {
    const passwordOf = async () => {
      const ontology = await here.catalogue.get(admin, name);
      return (await here.dataSources.connectionOf(ontology, 'db')).options.get('password');
    };
    const again = (host: string) =>
      `CREATE OR REPLACE DATASOURCE db TYPE mysql OPTIONS (host = '${host}', database = 'd');`;
    await here.apply(admin, name, SOURCE);
    await here.apply(admin, name, again('h'));
    expect(await passwordOf()).toBe('hunter2');
    await here.apply(admin, name, again('elsewhere'));
    expect(await passwordOf()).toBeUndefined();
  });

  it('accepts one of nine concurrent writers in each round and reports the conflict to the others', async () => {
    const writers = Array.from({ length: 9 }, (_, index) => {
      return codeOf((index % 2 ? here : there).apply(admin, name, `CREATE CONCEPT c${index};`));
    });
    const codes = await Promise.all(writers);
    const wins = codes.filter((code) => code === 'none').length;
    expect(wins).toBeGreaterThan(0);
    expect(codes.filter((code) => code !== 'none' && code !== 'ontology_changed')).toEqual([]);
    expect(await historyOf()).toHaveLength(1 + wins);
    await sleep(600);
    expect((await here.catalogue.get(admin, name)).concepts.size).toBe(1 + wins);
  });

  it('changes only the version that If-Match names', async () => {
    const version = await versionOf();
    await here.apply(admin, name, 'CREATE CONCEPT a;', `"${version}"`);
    expect(await codeOf(here.apply(admin, name, 'CREATE CONCEPT b;', version))).toBe('ontology_changed');
    expect(await codeOf(here.apply(admin, name, 'CREATE CONCEPT b;', '*'))).toBe('none');
  });

  it('drops and restores', async () => {
    await here.apply(admin, name, 'CREATE CONCEPT a;');
    const first = await versionOf();
    await here.apply(admin, name, 'DROP CONCEPT a;');
    await here.apply(admin, name, `RESTORE ONTOLOGY \`${name}\` TO VERSION '${first}'`);
    expect((await here.catalogue.get(admin, name)).concepts.has('a')).toBe(true);
    expect(await versionOf()).not.toBe(first);
    const nowhere = `RESTORE ONTOLOGY \`${name}\` TO VERSION '${randomUUID()}'`;
    expect(await codeOf(here.apply(admin, name, nowhere))).toBe('ontology_unknown_definition');
    await here.apply(admin, 'system', `DROP ONTOLOGY \`${name}\``);
    expect(await codeOf(here.catalogue.get(admin, name))).toBe('ontology_unknown');
    expect(await here.database('grants').where({ ontology_key: name.toLowerCase() })).toEqual([]);
    await here.apply(
      admin,
      'system',
      `CREATE ONTOLOGY \`${name}\`; DROP ONTOLOGY \`${name}\`; CREATE ONTOLOGY \`${name}\`;`,
    );
    expect(await historyOf()).toHaveLength(1);
  });

  describe('rights', () => {
    const onShop = (right: Grant['right']): Grant => ({ right, resource: { kind: 'ontology', ontology: name } });
    const MODEL = `${SOURCE} CREATE PROPERTY mail string WITH TAGS (classification = 'PII');
      CREATE CONCEPT a (x integer, mail string, PRIMARY KEY (x));`;
    const MAPPING = 'CREATE MAPPING m INTO (a) AS SELECT y AS x FROM t;';

    it('hides ontologies without ACCESS, and reports the missing right for others', async () => {
      const text = 'CREATE CONCEPT b;';
      expect(await codeOf(here.apply(callerWith(), name, text))).toBe('ontology_unknown');
      expect(await codeOf(here.apply(callerWith(onShop('ACCESS')), name, text))).toBe('auth_forbidden');
      expect(await codeOf(here.apply(callerWith(onShop('EDIT')), name, text))).toBe('none');
      expect(await codeOf(here.ontologies.create(callerWith(onShop('ADMIN')), 'mine'))).toBe('auth_forbidden');
      expect(await here.catalogue.list(callerWith())).toEqual([]);
    });

    it('reveals that a name is taken only to callers who may create an ontology', async () => {
      const maker = callerWith({ right: 'CREATE', resource: { kind: 'all' } });
      expect(await codeOf(here.ontologies.create(maker, name))).toBe('ontology_name_taken');
      for (const taken of [name, 'free']) {
        expect(await codeOf(here.ontologies.create(callerWith(), taken))).toBe('auth_forbidden');
      }
    });

    it('requires ADMIN to change connections, mappings and policies', async () => {
      await here.apply(admin, name, MODEL);
      const editor = callerWith(onShop('EDIT'));
      const owner = callerWith(onShop('EDIT'), {
        right: 'ADMIN',
        resource: { kind: 'datasource', ontology: name, dataSource: 'db' },
      });
      const policy = 'CREATE POLICY p FILTER a WHERE x = 1 TO ROLE r;';
      for (const text of [SOURCE.replace('db', 'db2'), 'DROP DATASOURCE db;', MAPPING, policy]) {
        expect(await codeOf(here.apply(editor, name, text))).toBe('auth_forbidden');
      }
      expect(await codeOf(here.apply(owner, name, policy))).toBe('auth_forbidden');
      expect(await codeOf(here.apply(owner, name, MAPPING))).toBe('none');
      expect(await codeOf(here.apply(editor, name, `DROP ONTOLOGY \`${name}\``))).toBe('auth_forbidden');
    });

    it('requires UNMASK to remove the classification of a sensitive property', async () => {
      await here.apply(admin, name, MODEL);
      const editor = callerWith(onShop('EDIT'));
      for (const text of ['ALTER PROPERTY mail DROP TAG classification;', 'CREATE OR REPLACE PROPERTY mail string;']) {
        expect(await codeOf(here.apply(editor, name, text))).toBe('auth_forbidden');
        expect(await codeOf(here.apply(callerWith(onShop('EDIT'), onShop('UNMASK')), name, text))).toBe('none');
        await here.apply(admin, name, "CREATE OR REPLACE PROPERTY mail string WITH TAGS (classification = 'PII');");
      }
    });

    describe('keeps sensitive properties out of the conditions of logic concepts', () => {
      const PEOPLE = `CREATE PROPERTY initial string AS SELECT LEFT(mail, 1);
        CREATE CONCEPT person (id integer, mail string, initial string, age integer, PRIMARY KEY (id), LABEL (age));
        CREATE CONCEPT anna INHERITS (person) FROM svc.person WHERE initial = 'a';`;
      const EDITOR = () => callerWith(onShop('EDIT'));
      beforeEach(() => here.apply(admin, name, `${MODEL} ${PEOPLE}`));

      it.each([
        "CREATE CONCEPT bob INHERITS (person) FROM svc.person WHERE mail LIKE 'b%';",
        "CREATE CONCEPT bob INHERITS (person) FROM dsvc.person WHERE age > 3 AND initial IN ('b');",
        "CREATE OR REPLACE CONCEPT anna INHERITS (person) FROM svc.person WHERE initial = 'b';",
        'CREATE OR REPLACE PROPERTY initial string AS SELECT RIGHT(mail, 1);',
        'CREATE CONCEPT x INHERITS (person) FROM svc.person WHERE age = 1; CREATE OR REPLACE CONCEPT x INHERITS (person) FROM svc.person WHERE mail IS NULL;',
      ])('from callers without UNMASK: %s', async (text) => {
        const before = await versionOf();
        expect(await codeOf(here.apply(EDITOR(), name, text))).toBe('auth_forbidden');
        expect(await versionOf()).toBe(before);
        expect(await codeOf(here.apply(callerWith(onShop('EDIT'), onShop('UNMASK')), name, text))).toBe('none');
      });

      it.each([
        'CREATE CONCEPT old INHERITS (person) FROM svc.person WHERE age > 90;',
        "CREATE OR REPLACE CONCEPT anna INHERITS (person) FROM svc.person WHERE initial = 'a' DESCRIPTION 'Whose mail begins so';",
        "ALTER PROPERTY age UPDATE TAG classification = 'PII';",
        'CREATE CONCEPT annas_child INHERITS (anna) FROM svc.anna WHERE age < 9;',
        'DROP CONCEPT anna;',
      ])('but accepts changes that keep them as they are: %s', async (text) => {
        expect(await codeOf(here.apply(EDITOR(), name, text))).toBe('none');
      });

      it('reports the name that requires UNMASK, and its position when it is in the request', async () => {
        const place = "CREATE CONCEPT bob INHERITS (person) FROM svc.person WHERE mail = 'b';";
        await expect(here.apply(EDITOR(), name, place)).rejects.toMatchObject({
          message: 'this needs the right UNMASK: the condition of concept "bob" tests "mail", which is sensitive',
          details: { offset: place.indexOf('mail') },
        });
        const elsewhere = here.apply(
          EDITOR(),
          name,
          'CREATE OR REPLACE PROPERTY initial string AS SELECT LEFT(mail, 2);',
        );
        const refused = await elsewhere.catch((error: unknown) => error);
        expect(refused).toMatchObject({ message: expect.stringContaining('"anna" tests "initial"') as string });
        expect((refused as ServiceError).details.offset).toBeUndefined();
      });

      it('RESTORE requires ADMIN, which includes true values', async () => {
        const version = await versionOf();
        await here.apply(admin, name, 'DROP CONCEPT anna;');
        const text = `RESTORE ONTOLOGY \`${name}\` TO VERSION '${version}'`;
        const unmasked = callerWith(onShop('EDIT'), onShop('UNMASK'));
        for (const caller of [EDITOR(), unmasked]) {
          expect(await codeOf(here.apply(caller, name, text))).toBe('auth_forbidden');
        }
        expect(await codeOf(here.apply(callerWith(onShop('ADMIN')), name, text))).toBe('none');
      });
    });
  });

  it('shows a change at once on this instance and within a second on others', async () => {
    const known = await there.catalogue.get(admin, name);
    expect(there.catalogue.known(admin, name)).toBe(known);
    await here.apply(admin, name, 'CREATE CONCEPT a;');
    expect(here.catalogue.known(admin, name)).toBeUndefined();
    expect((await here.catalogue.get(admin, name)).concepts.has('a')).toBe(true);
    expect(here.catalogue.known(admin, name)?.concepts.has('a')).toBe(true);
    await sleep(900);
    expect(there.catalogue.known(admin, name)).toBeUndefined();
    expect((await there.catalogue.get(admin, name)).concepts.has('a')).toBe(true);
  });

  it('returns no cached ontology that the caller may not see', async () => {
    const other = `other ${name}`;
    await here.ontologies.create(admin, other);
    const reader = callerWith({ right: 'ACCESS', resource: { kind: 'ontology', ontology: other } });
    for (const each of [name, other]) await here.catalogue.get(admin, each);
    expect(here.catalogue.known(reader, name)).toBeUndefined();
    expect(here.catalogue.known(reader, other)?.name).toBe(other);
    expect(here.catalogue.known(admin, 'nowhere')).toBeUndefined();
  });

  it('loads a version once for all requests that wait for it', async () => {
    await here.apply(admin, name, 'CREATE CONCEPT a;');
    const find = jest.spyOn(there.repositories.versions, 'findScript');
    await sleep(600);
    const loaded = await Promise.all(Array.from({ length: 200 }, () => there.catalogue.get(admin, name)));
    expect(new Set(loaded).size).toBe(1);
    expect(find).toHaveBeenCalledTimes(1);
    find.mockRestore();
  });

  it('rejects clearing a cache that is not configured', async () => {
    expect(await codeOf(here.clearing.clear(admin, name))).toBe('cache_not_configured');
  });
}

onEachSystemDatabase('ontologies', statesItsPromises);

describeWithRedis('the shared cache', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ontologies-test-'));
  const url = `sqlite:${join(folder, 'system.db')}`;
  const opened: OntologiesInstance[] = [];
  const serviceName = `test_${randomBytes(4).toString('hex')}`;
  const open = async (cacheUrl: string): Promise<OntologiesInstance> => {
    const instance = await openOntologies(url, { cacheUrl, serviceName });
    opened.push(instance);
    return instance;
  };

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((instance) => instance.close()));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('clears an ontology on every instance, and never treats its name as a pattern', async () => {
    const [here, there] = [await open(REDIS_URL.href), await open(REDIS_URL.href)];
    const admin = await here.accounts.callerOf('admin');
    for (const name of ['one', 'two']) await here.ontologies.create(admin, name);
    const before = [await there.catalogue.get(admin, 'one'), await there.catalogue.get(admin, 'two')];
    await here.clearing.clear(admin, 'one');
    expect(await codeOf(here.clearing.clear(admin, '*'))).toBe('ontology_unknown');
    const reader = { id: '', name: '', roles: [], grants: [{ right: 'ACCESS', resource: { kind: 'all' } }] } as const;
    expect(await codeOf(here.clearing.clear(reader, 'one'))).toBe('auth_forbidden');
    await sleep(1_000);
    expect(await there.catalogue.get(admin, 'one')).not.toBe(before[0]);
    expect(await there.catalogue.get(admin, 'two')).toBe(before[1]);
  });

  it('notifies other instances of changes, which they see at once', async () => {
    const [here, there] = [await open(REDIS_URL.href), await open(REDIS_URL.href)];
    await untilHeardBy(2, `${serviceName}:changed`);
    const admin = await here.accounts.callerOf('admin');
    await here.ontologies.create(admin, 'told');
    const token = await here.accounts.tokens.issue((await here.accounts.repositories.users.find('admin'))!);
    const clocks = [
      jest.spyOn(Date, 'now').mockReturnValue(Date.now()),
      jest.spyOn(performance, 'now').mockReturnValue(performance.now()),
    ];
    try {
      await until(async () => (await there.catalogue.list(admin)).some(({ name }) => name === 'told'));
      expect((await there.accounts.callers.findByToken(token))?.name).toBe('admin');
      await here.apply(admin, 'told', 'CREATE CONCEPT added;');
      await until(async () => (await there.catalogue.get(admin, 'told')).concepts.has('added'));
      const before = await there.catalogue.get(admin, 'told');
      await here.clearing.clear(admin, 'told');
      await until(async () => (await there.catalogue.get(admin, 'told')) !== before);
      await here.accounts.tokens.revoke(admin.id);
      await until(async () => (await there.accounts.callers.findByToken(token)) === undefined);
    } finally {
      for (const clock of clocks) clock.mockRestore();
    }
  });

  it('does not delay requests while it hangs', async () => {
    const connections = new Set<Socket>();
    const silent = createServer((socket) => connections.add(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    try {
      const { port } = silent.address() as AddressInfo;
      const here = await open(`redis://127.0.0.1:${port}`);
      const admin = await here.accounts.callerOf('admin');
      const times: number[] = [];
      for (let request = 0; request < 20; request++) {
        const start = performance.now();
        await here.catalogue.get(admin, 'one');
        times.push(performance.now() - start);
      }
      expect(median(times)).toBeLessThan(100);
    } finally {
      for (const socket of connections) socket.destroy();
      silent.close();
    }
  });

  it('is not required by any request while it is unavailable', async () => {
    const here = await open('redis://127.0.0.1:1');
    const admin = await here.accounts.callerOf('admin');
    const before = await here.catalogue.get(admin, 'one');
    expect(before.name).toBe('one');
    await here.clearing.clear(admin, 'one');
    expect(await here.catalogue.get(admin, 'one')).not.toBe(before);
  });
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (await isSo()) return;
    await sleep(10);
  }
  throw new Error('did not come to be');
}

async function untilHeardBy(listeners: number, channel: string): Promise<void> {
  const client = await createClient({ url: REDIS_URL.href }).connect();
  try {
    await until(async () => (await client.pubSubNumSub(channel))[channel] === listeners);
  } finally {
    client.destroy();
  }
}

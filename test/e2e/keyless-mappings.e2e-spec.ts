import type { DialectName } from '../../src/model';
import { type Answer, Client, rowsOf } from '../support/client';
import { defineSource } from '../support/define-source';
import { type RunningService, startService } from '../support/service';
import { describeWithMariaDb, describeWithPostgreSql } from '../support/services';

const OWNERS = [
  [1, 'Ada'],
  [2, 'Bo'],
] as const;
/** Rows that differ in letter case only, that are equal, and that have NULL. */
const STRAYS = [
  ['Rex', 3],
  ['Rex', 3],
  ['rex', 3],
  [null, 3],
  ['Tom', null],
  ['Tom', null],
  ['Ida', 1],
] as const;
const PETS = [
  [1, 'Kim', 1],
  [2, 'Rex', 2],
  [3, null, 1],
] as const;

const printed = (rows: readonly (readonly unknown[])[]): string =>
  rows
    .map((row) => `(${row.map((cell) => (typeof cell === 'string' ? `'${cell}'` : String(cell))).join(', ')})`)
    .join(', ');

const TABLES = [
  'CREATE TABLE owners (id INTEGER PRIMARY KEY, name VARCHAR(20))',
  `INSERT INTO owners VALUES ${printed(OWNERS)}`,
  'CREATE TABLE pets (id INTEGER PRIMARY KEY, name VARCHAR(20), owner INTEGER)',
  `INSERT INTO pets VALUES ${printed(PETS)}`,
  'CREATE TABLE strays (name VARCHAR(20), owner INTEGER)',
  `INSERT INTO strays VALUES ${printed(STRAYS)}`,
];
const SCRIPT = `CREATE CONCEPT owner (owner_id integer, owner_name string, PRIMARY KEY (owner_id));
  CREATE CONCEPT pet (pet_id integer, name string, owner_id integer, PRIMARY KEY (pet_id), LABEL (name),
    CONSTRAINT belongs_to FOREIGN KEY (owner_id) REFERENCES owner (owner_id) INVERSEOF owns);
  CREATE MAPPING map_owner INTO (owner) AS SELECT id AS owner_id, name AS owner_name FROM owners;
  CREATE MAPPING map_pet INTO (pet) AS SELECT id AS pet_id, name, owner AS owner_id FROM pets;`;
const STRAY = 'CREATE OR REPLACE MAPPING map_stray INTO (pet) AS SELECT name, owner AS owner_id FROM strays';
const WARNING =
  'mapping `map_stray`: its rows of `pet` have no entity_id and no relationships, because it does not map the key';

const textsOf = (rows: unknown): readonly string[] => (rows as readonly unknown[]).map((row) => JSON.stringify(row));

function suite(dialect: DialectName): void {
  let service: RunningService;
  let drop: () => Promise<void>;
  let admin: Client;
  const define = (statements: string): Promise<Answer> => admin.sql(statements, { ontology: 'strays' });

  beforeAll(async () => {
    service = await startService();
    admin = new Client(service.api, service.token);
    drop = await defineSource(service, dialect, { ontology: 'strays', tables: TABLES, script: SCRIPT });
  }, 60_000);
  afterAll(async () => {
    await service.close();
    await drop();
  });

  /** Reads all pages of an address, and their rows. */
  async function pages(address: string, size: number): Promise<readonly unknown[]> {
    const rows: unknown[] = [];
    for (let next: string | null | undefined = ''; typeof next === 'string';) {
      const { body } = await admin.get(`${address}_limit_=${size}${next === '' ? '' : `&_after_=${next}`}`);
      rows.push(...(body.data as unknown[]));
      next = body.next;
      expect(rows.length).toBeLessThan(20);
    }
    return rows;
  }

  it('refuses a mapping without the key by default, with the setting that allows it', async () => {
    const { status, body } = await define(STRAY);
    expect([status, body.data]).toEqual([
      400,
      'mapping `map_stray`: does not map the key of `pet`: `pet_id` is missing',
    ]);
    expect(body.error?.hint).toContain("keyless_mappings = 'allow'");
  });

  it('accepts it with a warning if the ontology says so, and lists the warning again', async () => {
    const { status, body } = await define(`ALTER ONTOLOGY strays SET keyless_mappings = 'allow'; ${STRAY}`);
    expect([status, body.warnings]).toEqual([200, [WARNING]]);
    const { body: checked } = await define('CHECK ONTOLOGY strays');
    expect(checked.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ severity: 'warning', message: WARNING.replace('mapping `map_stray`: ', '') }),
      ]),
    );
    const { body: script } = await define('SHOW CREATE ONTOLOGY strays');
    expect(JSON.stringify(script.data)).toContain("`keyless_mappings` = 'allow'");
  });

  it('cannot forbid it while there is such a mapping', async () => {
    expect((await define("ALTER ONTOLOGY strays SET keyless_mappings = 'refuse'")).status).toBe(400);
  });

  it('counts the rows and finds them by their missing id', async () => {
    const { body } = await admin.get('q/strays/concept/pet?_subj_=entity_id&_op_=is_null&_count_=exact');
    expect([body.total, (body.data as unknown[]).length]).toEqual([STRAYS.length, STRAYS.length]);
    const { body: all } = await admin.get('q/strays/concept/pet?_count_=exact&_limit_=1&_typed_=true');
    const first = { entity_id: '1', entity_type: 'pet', entity_label: 'Kim', pet_id: 1, name: 'Kim', owner_id: 1 };
    expect([all.total, all.data]).toEqual([STRAYS.length + PETS.length, [first]]);
  });

  it.each([
    'q/strays/concept/pet?',
    'q/strays/concept/pet?_order_=name&',
    'q/strays/concept/pet?_order_=-owner_id&',
    'q/strays/concept/pet?_select_=name&_order_=owner_id&',
    'q/strays/concept/pet?_select_=name,belongs_to[owner].owner_name&',
    'q/strays/concept/thing?',
    'q/strays/concept/pet?nested=true&_select_=name,belongs_to[owner].owner_name&',
    'q/strays/concept/pet?_subj_=name&_op_=not_null&',
  ])('returns each row once on pages of %s', async (address) => {
    const { body } = await admin.get(`${address}_count_=exact`);
    const whole = textsOf(body.data).toSorted();
    expect([whole.length, body.total]).toEqual([whole.length, whole.length]);
    for (const size of [1, 2, 3, 7]) expect(textsOf(await pages(address, size)).toSorted()).toEqual(whole);
  });

  it('nests each row without a key as an entity of its own, also in a view', async () => {
    await define(
      'CREATE OR REPLACE VIEW homes AS SELECT entity_id, entity_type, name, `belongs_to[owner].owner_name` FROM pet',
    );
    for (const table of ['concept/pet?_select_=name,belongs_to[owner].owner_name', 'view/homes?_order_=name']) {
      const { body } = await admin.get(`q/strays/${table}&nested=true&_count_=exact`);
      const rows = body.data as readonly { readonly belongs_to: readonly unknown[] }[];
      expect([rows.length, body.total]).toEqual([STRAYS.length + PETS.length, STRAYS.length + PETS.length]);
      expect(rows.filter(({ belongs_to: owners }) => owners.length === 0)).toHaveLength(STRAYS.length);
      const lists = '_order_[belongs_to]=-owner_name&_where_[belongs_to]=owner_name+IS+NOT+NULL&_limit_[belongs_to]=1';
      const cut = await admin.get(`q/strays/${table}&nested=true&_count_=exact&${lists}`);
      expect([textsOf(cut.body.data).toSorted(), cut.body.total]).toEqual([textsOf(rows).toSorted(), rows.length]);
    }
  });

  it('reads the same rows by the executed query', async () => {
    const { body } = await admin.get('q/strays/concept/pet?_order_=name&_limit_=20&_typed_=true');
    const rows = rowsOf(await define(body.executed_query ?? ''));
    expect(textsOf(rows).toSorted()).toEqual(textsOf(body.data).toSorted());
  });

  it('keeps each of them with _distinct_, unless the condition reads a path to many', async () => {
    const count = async (where: string): Promise<number> => {
      const address = `q/strays/concept/pet?_where_=${encodeURIComponent(where)}&_distinct_=true&_count_=exact`;
      const { body } = await admin.get(address);
      expect(body.total).toBe((body.data as readonly unknown[]).length);
      return Number(body.total);
    };
    expect(await count('owner_id = 3')).toBe(4);
    expect(await count('`belongs_to[owner].owner_name` IS NULL')).toBe(STRAYS.length);
    expect(await count("`belongs_to[owner].owns[pet].name` = 'Kim'")).toBe(2);
    expect(await count('`belongs_to[owner].owns[pet].pet_id` IS NULL')).toBe(0);
  });

  it('hides and masks these rows like others', async () => {
    await define(
      'CREATE ROLE keeper; CREATE POLICY own FILTER pet WHERE owner_id = 3 TO ROLE keeper; GRANT ROLE keeper TO USER admin',
    );
    const { body } = await admin.get('q/strays/concept/pet?_count_=exact');
    expect(body.total).toBe(4);
    await define('CREATE OR REPLACE POLICY own FILTER pet WHERE `belongs_to[owner].owner_name` IS NULL TO ROLE keeper');
    expect((await admin.get('q/strays/concept/pet?_count_=exact')).body.total).toBe(STRAYS.length);
    await define("DROP POLICY own; CREATE POLICY names MASK PROPERTY name WITH constant('?')");
    const { body: masked } = await admin.get('q/strays/concept/pet?_subj_=entity_id&_op_=is_null');
    expect(textsOf(masked.data)).toHaveLength(STRAYS.length);
    await define('DROP POLICY names');
  });
}

describe('a mapping without the key of its concept on a data source of type duckdb', () => {
  suite('duckdb');
});
describeWithMariaDb('a mapping without the key of its concept on a data source of type mysql', () => {
  suite('mysql');
});
describeWithPostgreSql('a mapping without the key of its concept on a data source of type postgresql', () => {
  suite('postgresql');
});

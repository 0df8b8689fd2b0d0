import { ontologyOf } from '../../../test/support/compile';
import { CompiledModel } from './compiled-model';
import { newFilteredReadings } from './filtered-readings';

const SCRIPT = `
CREATE PROPERTY guess string AS SELECT CONCAT('a', (SELECT COUNT(*) FROM svc.vault));
CREATE PROPERTY loud string AS SELECT UPPER(guess);
CREATE CONCEPT safe (safe_name string);
CREATE CONCEPT vault (vault_id integer, code string, owner integer, PRIMARY KEY (vault_id), LABEL (code),
  CONSTRAINT owned_by FOREIGN KEY (owner) REFERENCES person (id) INVERSEOF owns) INHERITS (safe);
CREATE CONCEPT person (id integer, name string, loud string, guess string, boss integer, PRIMARY KEY (id), LABEL (name),
  CONSTRAINT works_for FOREIGN KEY (boss) REFERENCES person (id) INVERSEOF leads);
CREATE CONCEPT old_vault INHERITS (vault) FROM dsvc.vault WHERE vault_id < 10;
CREATE CONCEPT room (room_id integer, PRIMARY KEY (room_id));
CREATE MAPPING map_vault INTO (vault) AS SELECT id AS vault_id, code AS code, owner AS owner FROM vault;
CREATE MAPPING map_person INTO (person) AS SELECT id AS id, name AS name, boss AS boss FROM person;
CREATE MAPPING map_room INTO (room) AS SELECT id AS room_id FROM room;
CREATE VIEW codes AS SELECT code, vault_id FROM svc.vault;
CREATE VIEW few_codes AS SELECT code FROM vsvc.codes;
CREATE VIEW rooms AS SELECT room_id FROM svc.room;
`;
const POLICY = "CREATE POLICY own FILTER vault WHERE code LIKE 'A%' TO ROLE clerk;";

const modelOf = (script: string): CompiledModel => {
  const ontology = ontologyOf(script);
  return new CompiledModel({ ontology, serviceName: 'svc', mappings: new Set(ontology.mappings.keys()) });
};
const readingsOf = (from: string, to: string): readonly string[] =>
  newFilteredReadings(modelOf(from), modelOf(to)).map(({ what, policy }) => `${what} (${policy})`);
const probe = (where: string, from = 'person'): string =>
  `CREATE CONCEPT probe INHERITS (${from}) FROM dsvc.${from} WHERE ${where};`;

describe('newFilteredReadings', () => {
  it.each([
    ['in a sub-query', "SUBSTRING((SELECT v.code FROM svc.vault v WHERE v.vault_id = 7), id, 1) = 'C'"],
    ['in EXISTS', 'EXISTS (SELECT 1 FROM vault v WHERE v.owner = id)'],
    ['below another sub-query', 'id IN (SELECT r.room_id FROM room r WHERE EXISTS (SELECT 1 FROM vault))'],
    ['along a path', "`owns[vault].code` = 'C'"],
    ['along a path without its concept', "`owns.code` = 'C'"],
    ['in the middle of a path without its concepts', "`owns.owned_by.name` = 'C'"],
    ['in the middle of a path', "`owns[vault].owned_by[person].name` = 'C'"],
    ['in a view', 'name IN (SELECT code FROM vsvc.codes)'],
    ['in a view below a view', 'name IN (SELECT code FROM vsvc.few_codes)'],
    ['in what a property is calculated from', "guess = 'C'"],
    ['in what that is calculated from', "loud = 'C'"],
    ['as entities of a concept above', 'EXISTS (SELECT 1 FROM safe)'],
    ['as entities of a logic concept', 'EXISTS (SELECT 1 FROM old_vault)'],
  ])('reports a condition that reads hidden entities %s', (_, where) => {
    expect(readingsOf(SCRIPT + POLICY, SCRIPT + POLICY + probe(where))).toEqual([
      expect.stringMatching(/^the condition of concept "probe" reads "\w+" \(own\)$/),
    ]);
  });

  it('reports a condition that reads other entities of its own concept', () => {
    const where = "EXISTS (SELECT 1 FROM vault v WHERE v.code = 'C')";
    expect(readingsOf(SCRIPT + POLICY, SCRIPT + POLICY + probe(where, 'vault'))).toHaveLength(1);
  });

  it.each([
    ['the entity that it is about', probe("code = 'C' AND _type_of_old_vault = 1", 'vault')],
    ['what no policy filters', probe("`works_for[person].name` = 'C' AND EXISTS (SELECT 1 FROM vsvc.rooms)")],
  ])('accepts a condition that reads %s', (_, text) => {
    expect(readingsOf(SCRIPT + POLICY, SCRIPT + POLICY + text)).toEqual([]);
  });

  it('accepts a condition without a policy, and an existing one with the same meaning', () => {
    const text = probe('EXISTS (SELECT 1 FROM vault)');
    expect(readingsOf(SCRIPT, SCRIPT + text)).toEqual([]);
    expect(readingsOf(SCRIPT + text, SCRIPT + text + POLICY)).toEqual([]);
    expect(readingsOf(SCRIPT + text + POLICY, SCRIPT + text + POLICY)).toEqual([]);
  });

  it.each([
    ['a view', 'EXISTS (SELECT 1 FROM vsvc.rooms)', 'CREATE VIEW rooms AS SELECT room_id FROM svc.room', 'CREATE VIEW rooms AS SELECT vault_id AS room_id FROM svc.vault'], // prettier-ignore
    ['a calculation', "name = 'C' AND loud = 'D'", '(SELECT COUNT(*) FROM svc.vault)', '(SELECT COUNT(*) FROM svc.old_vault)'], // prettier-ignore
    ['whose entities a concept has', 'EXISTS (SELECT 1 FROM room)', 'CREATE CONCEPT vault (', 'CREATE CONCEPT room (room_id integer, PRIMARY KEY (room_id)); CREATE CONCEPT vault_room INHERITS (room) FROM dsvc.old_vault WHERE vault_id > 1; CREATE CONCEPT vault ('], // prettier-ignore
  ])('reports an existing condition whose meaning is changed by %s', (what, where, text, changed) => {
    const before = SCRIPT + POLICY + probe(where);
    const without = what.startsWith('whose')
      ? before.replace('CREATE CONCEPT room (room_id integer, PRIMARY KEY (room_id));', '')
      : before;
    expect(readingsOf(before, without.replace(text, changed))).toHaveLength(1);
  });
});

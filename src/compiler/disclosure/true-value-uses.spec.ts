import { ontologyOf } from '../../../test/support/compile';
import { CompiledModel } from './compiled-model';
import { masksForAnybody } from '../rights';
import { type TrueValueUse, findTrueValueUses } from './true-value-uses';

const SCRIPT = `
CREATE PROPERTY contact string AS SELECT CONCAT(full_name, ' ', email);
CREATE PROPERTY shout string AS SELECT UPPER(entity_label);
CREATE PROPERTY iban_ok boolean;
CREATE CONCEPT client (id integer, full_name string, email string, contact string, shout string, iban_ok boolean, country string,
  PRIMARY KEY (id), LABEL (full_name, email));
CREATE CONCEPT purchase (purchase_id integer, client_id integer, note string, PRIMARY KEY (purchase_id), LABEL (note),
  CONSTRAINT bought_by FOREIGN KEY (client_id) REFERENCES client (id) INVERSEOF bought);
CREATE CONCEPT rich INHERITS (client) FROM dsvc.client WHERE country = 'NO';
CREATE MAPPING map_client INTO (client) AS SELECT id AS id, email AS email, country AS country FROM client;
CREATE MAPPING map_purchase INTO (purchase) AS SELECT id AS purchase_id, client AS client_id, note AS note FROM purchase;
CREATE VIEW mails AS SELECT id AS number, email AS address FROM dsvc.client;
CREATE VIEW numbers AS SELECT number FROM vsvc.mails;
CREATE VIEW countries AS SELECT country, client_id FROM dsvc.purchase JOIN dsvc.client ON id = client_id;
CREATE POLICY hide_note MASK PROPERTY note OF purchase WITH hash() EXCEPT ROLE auditor;
`;

const readingsOf = (script: string): readonly TrueValueUse[] => {
  const ontology = ontologyOf(script);
  const compiled = new CompiledModel({ ontology, serviceName: 'svc', mappings: new Set(ontology.mappings.keys()) });
  return findTrueValueUses(compiled, masksForAnybody(ontology, ['email', 'iban']));
};
const readingOf = (script: string, what: string): TrueValueUse =>
  readingsOf(script).find((reading) => reading.what.startsWith(what))!;
const namesOf = (from: string, where: string): readonly string[] => {
  const script = `${SCRIPT} CREATE CONCEPT some INHERITS (${from}) FROM dsvc.${from} WHERE ${where};`;
  const { names } = readingOf(script, 'the condition of concept "some"');
  return names.map((name) => name.parts.map((part) => part.name).join('.'));
};

describe('the sensitive names in a condition', () => {
  it.each([
    ['a property by its name', 'client', "country = 'NO' AND email LIKE 'a%'", ['email']],
    ['a property of another type', 'client', 'iban_ok', ['iban_ok']],
    ['what is calculated from one', 'client', "contact = 'x'", ['contact']],
    ['what is calculated from a label over one', 'client', "shout = 'X'", ['shout']],
    ['a label over one', 'client', "entity_label LIKE 'A%'", ['entity_label']],
    ['the end of a path', 'purchase', "`bought_by[client].email` = 'x'", ['bought_by[client].email']],
    ['the end of a path without its concept', 'purchase', "`bought_by.email` = 'x'", ['bought_by.email']],
    ['a label at the end of a path without its concept', 'purchase', "`bought_by.entity_label` = 'x'", ['bought_by.entity_label']], // prettier-ignore
    ['a label at the end of a path', 'purchase', "`bought_by[client].entity_label` = 'x'", ['bought_by[client].entity_label']], // prettier-ignore
    ['a property under a policy', 'client', "`bought[purchase].note` = 'x'", ['bought[purchase].note']],
    ['one in a sub-query', 'client', "EXISTS (SELECT 1 FROM client c WHERE c.email = 'x')", ['c.email']],
    ['one under another name in a view', 'client', "EXISTS (SELECT 1 FROM vsvc.mails WHERE address = 'x')", ['email']],
    ['one in a view below a view', 'client', 'id IN (SELECT number FROM vsvc.numbers)', ['email']],
    ['one that a star of a derived table selects', 'client', 'EXISTS (SELECT 1 FROM (SELECT * FROM svc.client) AS c (a, b, d, e, f, g, h) WHERE c.d = 1)', ['email', 'contact', 'shout', 'iban_ok']], // prettier-ignore
    ['one that a join compares by USING', 'client', 'EXISTS (SELECT 1 FROM client a JOIN client b USING (email))', ['email']], // prettier-ignore
    ['one that a NATURAL join compares', 'purchase', 'EXISTS (SELECT 1 FROM client a NATURAL JOIN client b)', ['note', 'email', 'contact', 'shout', 'iban_ok']], // prettier-ignore
    ['nothing of what EXISTS selects', 'client', 'EXISTS (SELECT * FROM client c WHERE c.id = 1)', []],
    ['nothing in a view of other columns', 'client', "EXISTS (SELECT 1 FROM vsvc.countries v WHERE v.country = 'NO')", []], // prettier-ignore
    ['nothing', 'client', "country = 'NO' AND `bought[purchase].purchase_id` > 3", []],
    ['no id over a harmless key', 'client', "entity_id = '1'", []],
  ])('include %s', (_, from, where, expected) => {
    expect(namesOf(from, where)).toEqual(expected);
  });

  it('include a property masked by a policy that exempts a role', () => {
    expect(namesOf('purchase', "note = 'x'")).toEqual(['note']);
  });
});

it('changes the meaning of a condition only with the definitions that it reads', () => {
  const meaning = (script: string): string => {
    const some = `CREATE CONCEPT some INHERITS (client) FROM dsvc.client
      WHERE contact = 'x' AND entity_label = 'y' AND \`bought[purchase].note\` = 'z' AND _type_of_rich = 1;`;
    return readingOf(`${script} ${some}`, 'the condition of concept "some"').meaning();
  };
  const known = meaning(SCRIPT);
  expect(meaning(`${SCRIPT} CREATE CONCEPT more (more_id integer, PRIMARY KEY (more_id));`)).toBe(known);
  expect(meaning(SCRIPT.replace('CREATE PROPERTY iban_ok', 'CREATE PROPERTY shy string; CREATE PROPERTY iban_ok'))).toBe(known); // prettier-ignore
  expect(meaning(SCRIPT.replace("CONCAT(full_name, ' ', email)", "email LIKE 'a%'"))).not.toBe(known);
  expect(meaning(SCRIPT.replace('LABEL (full_name, email)', 'LABEL (email)'))).not.toBe(known);
  expect(meaning(SCRIPT.replace('FOREIGN KEY (client_id)', 'FOREIGN KEY (purchase_id)'))).not.toBe(known);
  expect(meaning(SCRIPT.replace("country = 'NO'", "country = 'SE'"))).not.toBe(known);
  expect(meaning(`${SCRIPT} CREATE CONCEPT poor INHERITS (client) FROM dsvc.client WHERE country = 'SE';`)).toBe(known);
  expect(meaning(`${SCRIPT} CREATE CONCEPT shop INHERITS (client) FROM dsvc.purchase WHERE purchase_id > 1;`)).not.toBe(known); // prettier-ignore
});

it('reports keys, relationships and calculations with a policy that read true values', () => {
  const script = `
    CREATE PROPERTY domain string AS SELECT RIGHT(email, 3);
    CREATE PROPERTY open_domain string AS SELECT RIGHT(email, 3);
    CREATE PROPERTY tie string AS SELECT CONCAT(email, country);
    CREATE CONCEPT client (id integer, email string, country string, domain string, open_domain string, tie string, PRIMARY KEY (id, tie),
      CONSTRAINT near FOREIGN KEY (country) REFERENCES client (country) INVERSEOF near_too,
      CONSTRAINT twin FOREIGN KEY (email) REFERENCES client (country) INVERSEOF twin_too);
    CREATE POLICY hide_domain MASK PROPERTY domain WITH partial(1, 1);`;
  const readings = readingsOf(script).map(({ what, names }) => `${what} ${names.map((name) => name.parts[0]?.name).join()}`); // prettier-ignore
  expect(readings).toEqual([
    'the key of concept "client" holds tie',
    'the relationship "near" from "client" to "client" compares ',
    'the relationship "twin" from "client" to "client" compares email',
    'the calculation of "domain", which a policy masks, reads email',
  ]);
});

it('reports the keys that a relationship to any entity compares', () => {
  const script = `
    CREATE CONCEPT client (email string, PRIMARY KEY (email));
    CREATE CONCEPT remark (remark_id integer, about string, PRIMARY KEY (remark_id),
      CONSTRAINT is_about FOREIGN KEY (about) REFERENCES thing);
    CREATE MAPPING map_client INTO (client) AS SELECT email FROM client;`;
  const [use] = readingsOf(script).filter(({ what }) => what.includes('"is_about"'));
  expect(use?.names.map((name) => name.parts[0]?.name)).toEqual(['email']);
  expect(use?.meaning()).toContain('email');
});

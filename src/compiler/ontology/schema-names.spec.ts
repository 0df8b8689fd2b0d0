import { parseStatements, printStatement } from '../statement';
import { viewValues } from '../nest/view-values';
import { buildOntology } from './build-ontology';
import { readScript } from './read-script';
import { viewQueriesOf } from './collect-names';
import { withCommonSchemas, withOwnSchemas } from './schema-names';

const rename = (text: string, work: typeof withOwnSchemas, service: string): string =>
  parseStatements(text)
    .map((statement) => printStatement(work(statement, service)))
    .join(';\n')
    .replace(/\s+/g, ' ');

const COMMON = [
  'CREATE ONTOLOGY VIEW `v` AS SELECT `dsvc`.`a`.`name`, `svc`.`a`.*, `svc`.`x` AS `esvc` FROM `dsvc`.`a` AS `svc` WHERE EXISTS (SELECT 1 FROM `vsvc`.`w`)',
  'CREATE CONCEPT `b` INHERITS (`a`) FROM `esvc`.`a` WHERE `esvc`.`a`.`name` IN (SELECT `name` FROM `svc`.`a`)',
  'CREATE POLICY `p` FILTER `a` WHERE EXISTS (SELECT 1 FROM `dsvc`.`a`) TO ROLE `r`',
  "CREATE MEASURE `m` integer AS SELECT COUNT(*) WHERE `svc`.`a`.`name` = 'svc'",
];

describe('schema names', () => {
  it.each(COMMON)('%s means the same for every service name', (statement) => {
    const own = rename(statement, withOwnSchemas, 'acme');
    expect(own).not.toMatch(/`[edv]?svc`\.`\w+`\.|(?:FROM) `[edv]?svc`/);
    expect(rename(own, withCommonSchemas, 'acme')).toBe(statement);
    expect(rename(own, withOwnSchemas, 'acme')).toBe(own);
    expect(rename(rename(statement, withOwnSchemas, 'dsvc'), withCommonSchemas, 'dsvc')).toBe(statement);
  });

  it('keeps aliases, output names and tables of mappings', () => {
    const own = rename(COMMON[0] ?? '', withOwnSchemas, 'acme');
    expect(own).toContain('`dacme`.`a`.`name`, `acme`.`a`.*, `svc`.`x` AS `esvc` FROM `dacme`.`a` AS `svc`');
    expect(own).toContain('`vacme`.`w`');
    const mapping = 'CREATE MAPPING `m` INTO (`a`) AS SELECT `id` FROM `dsvc`.`a`';
    expect(rename(mapping, withOwnSchemas, 'acme')).toBe(mapping);
  });
});

describe('a view with the name of a concept, on services of any name', () => {
  const SCRIPT = `
    CREATE CONCEPT a (id integer, CONSTRAINT name MULTIVALUE string, PRIMARY KEY (id));
    CREATE VIEW a AS SELECT id AS name FROM svc.a;
    CREATE VIEW of_concept AS SELECT name FROM svc.a;
    CREATE VIEW of_view AS SELECT name FROM vsvc.a;`;

  it.each(['svc', 'vsvc', 'vines', 'acme', 'dsvc'])('is read through the schema of the views of %s', (service) => {
    const ontology = buildOntology(readScript(SCRIPT, service), 'version', service);
    const view = (name: string) => ontology.views.get(name)!;
    const readBy = (name: string) => [...viewQueriesOf(view(name).query, ontology.views, service)];
    expect([readBy('a'), readBy('of_concept'), readBy('of_view')]).toEqual([[], [], [view('a').query]]);
    expect([...viewValues(ontology, service, view('of_concept'))]).toEqual(['name']);
    expect([...viewValues(ontology, service, view('of_view'))]).toEqual([]);
  });
});

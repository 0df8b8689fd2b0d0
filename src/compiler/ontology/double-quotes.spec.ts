import { parseQuery } from '../../../test/support/compile';
import { randomSelects } from '../../../test/support/random-selects/select-cases';
import { parseStatements, printQuery } from '../statement';
import { applyStatements, isModelStatement } from './apply-statements';
import { quotedTexts } from './double-quotes';
import { emptyDefinitions, type OntologyDefinitions } from './ontology-definitions';
import { printOntology } from './print-ontology';
import { readScript } from './read-script';

const scriptOf = (select: string): string => `CREATE ONTOLOGY o; CREATE MAPPING m INTO (c) AS ${select};`;

/** Defines the mapping in the same way as a request. */
function define(select: string): OntologyDefinitions {
  const statements = parseStatements(scriptOf(select)).filter((statement) => isModelStatement(statement));
  return applyStatements(emptyDefinitions(''), statements);
}

function selectIn(definitions: OntologyDefinitions): string {
  const source = definitions.mappings.get('m')?.source;
  if (source?.kind !== 'parsed') throw new Error('the mapping is not parsed');
  return printQuery(source.query);
}

function textsIn(select: string): readonly string[] {
  return parseStatements(scriptOf(select)).flatMap((statement) =>
    statement.kind === 'create-mapping' ? quotedTexts(statement) : [],
  );
}

describe('double quotes in a new mapping', () => {
  it('are parsed as backticks wherever a name is expected', () => {
    for (const select of randomSelects({ isMySql: true, isPhysical: true }, 200, 1)) {
      const quoted = printQuery(parseQuery(select));
      expect(selectIn(define(quoted.replaceAll('`', '"')))).toBe(selectIn(define(quoted)));
    }
  });

  it('are printed and stored as names in backticks', () => {
    const printed = printOntology(define('SELECT CAST("A" AS SIGNED) AS "a" FROM "t" WHERE "B" = 2 AND c = \'"d"\''));
    expect(printed).toContain('WHERE `B` = 2 AND `c` = \'"d"\'');
    expect(printed).toContain('CAST(`A` AS SIGNED) AS `a`');
    expect(printOntology(readScript(printed))).toBe(printed);
  });

  it('reject the empty string, which is not a name', () => {
    expect(() => define('SELECT a FROM t WHERE b = ""')).toThrow('a name must not be empty');
  });

  it('are passed to the data source WITHOUT PARSING', () => {
    const script =
      'CREATE ONTOLOGY o; CREATE MAPPING m INTO (c) WITHOUT PARSING AS SELECT "a" + 1 AS a FROM "t" WHERE "b" = 1;';
    expect(printOntology(readScript(script))).toContain('SELECT "a" + 1 AS a FROM "t" WHERE "b" = 1');
  });
});

describe('double quotes in a stored version', () => {
  it.each([
    ['SELECT "a" FROM t', 'SELECT `a` FROM `t`', []],
    ['SELECT "a" AS x, t."b" FROM t', 'SELECT `a` AS `x`, `t`.`b` FROM `t`', []],
    ['SELECT CAST("a" AS SIGNED) AS x FROM t', "SELECT CAST('a' AS SIGNED) AS `x` FROM `t`", ['a']],
    ['SELECT a FROM t WHERE "b" = 2 AND t."c" = 1', "SELECT `a` FROM `t` WHERE 'b' = 2 AND `t`.`c` = 1", ['b']],
    [`SELECT a FROM t WHERE b = "it's"`, "SELECT `a` FROM `t` WHERE `b` = 'it''s'", ["it's"]],
    ['SELECT a FROM t GROUP BY "a" HAVING COUNT(*) > "b" ORDER BY "c"', "SELECT `a` FROM `t` GROUP BY 'a' HAVING COUNT(*) > 'b' ORDER BY 'c'", ['a', 'b', 'c']], // prettier-ignore
    ['SELECT d.a FROM (SELECT "a", UPPER("b") AS b FROM t) AS "d"', "SELECT `d`.`a` FROM (SELECT `a`, UPPER('b') AS `b` FROM `t`) AS `d`", ['b']], // prettier-ignore
    ['SELECT x.a FROM x JOIN y ON "a" = y.b WHERE x.a IN (SELECT "a" FROM z WHERE "b")', "SELECT `x`.`a` FROM `x` JOIN `y` ON 'a' = `y`.`b` WHERE `x`.`a` IN (SELECT `a` FROM `z` WHERE 'b')", ['a', 'b']], // prettier-ignore
    ['SELECT "a" FROM t UNION SELECT CONCAT("a") FROM t', "SELECT `a` FROM `t` UNION SELECT CONCAT('a') FROM `t`", ['a']], // prettier-ignore
  ])('%s is %s', (select, meant, texts) => {
    expect(selectIn(readScript(scriptOf(select)))).toBe(meant);
    expect([...textsIn(select)].sort()).toEqual(texts);
  });

  it('are printed as a script that defines the same ontology', () => {
    const kept = readScript(scriptOf('SELECT CAST("a" AS SIGNED) AS x, "b" FROM t WHERE "c" = 2'));
    const printed = printOntology(kept);
    expect(printed).not.toContain('"');
    const statements = parseStatements(printed).filter((statement) => isModelStatement(statement));
    expect(printOntology(applyStatements(emptyDefinitions(''), statements))).toBe(printed);
  });

  it('remain strings if other statements follow', () => {
    const kept = readScript(scriptOf('SELECT CAST("a" AS SIGNED) AS x FROM t'));
    const changed = applyStatements(
      kept,
      parseStatements('CREATE PROPERTY p string;').filter((statement) => isModelStatement(statement)),
    );
    expect(selectIn(changed)).toBe("SELECT CAST('a' AS SIGNED) AS `x` FROM `t`");
  });
});

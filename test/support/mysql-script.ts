const STRING = String.raw`N?'(?:[^'\\]|\\[\s\S]|'')*'`;
const COMMENT = String.raw`/\*[\s\S]*?\*/|--[ \t][^\n]*|--(?=\n)|#[^\n]*`;
const STATEMENT = new RegExp(`(?:${STRING}|${COMMENT}|[^;'])+`, 'g');
const COMMENT_OR_STRING = new RegExp(`(${STRING})|${COMMENT}`, 'g');
/** A string, bytes, or TRUE or FALSE, which are numbers in MySQL. */
const VALUE = new RegExp(`(${STRING})|\\b0x([0-9A-Fa-f]+)|\\b(TRUE|FALSE)\\b`, 'gi');
const COLUMN = /^\s*`?(\w+)`?\s+(\w+)\s*(\([^)]*\))?/;
const NO_COLUMN = /^\s*(CONSTRAINT|PRIMARY|UNIQUE|KEY|INDEX|FULLTEXT|SPATIAL|FOREIGN)\b/i;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '0': '\0', Z: '\x1a', b: '\b' };

/** Returns the statements of a script for the `mysql` client that create and fill tables, without databases, triggers and views. */
export function readMySqlScript(script: string): readonly string[] {
  const withoutBodies = script.replace(/^DELIMITER (?!;\s*$)[\s\S]*?^DELIMITER ;\s*$/gm, '');
  const statements = (withoutBodies.match(STATEMENT) ?? []).map(withoutComments);
  return statements.filter((statement) =>
    /^(CREATE (TABLE|INDEX|UNIQUE INDEX)|ALTER TABLE|INSERT INTO)\b/i.test(statement),
  );
}

/** Converts the statements to the same tables and rows on DuckDB. */
export function toDuckDb(statements: readonly string[]): readonly string[] {
  return statements.flatMap((statement) => {
    if (/^CREATE TABLE/i.test(statement)) return [createTable(statement)];
    return /^INSERT INTO/i.test(statement) ? [insertInto(statement)] : [];
  });
}

function withoutComments(statement: string): string {
  return statement.replace(COMMENT_OR_STRING, (_, text: string | undefined) => text ?? ' ').trim();
}

function createTable(statement: string): string {
  const [, name, body] = /^CREATE TABLE\s+`?(\w+)`?\s*\(([\s\S]*)\)[^)]*$/i.exec(statement) ?? [];
  const lines = (body ?? '').split(/,(?![^(]*\))/).filter((line) => !NO_COLUMN.test(line));
  const columns = lines.map((line) => {
    const [, column, type, size] = COLUMN.exec(line) ?? [];
    return `"${column}" ${duckDbType((type ?? '').toUpperCase(), size ?? '')}`;
  });
  return `CREATE TABLE "${name}" (${columns.join(', ')})`;
}

function duckDbType(type: string, size: string): string {
  if (/^(TINYINT|SMALLINT|MEDIUMINT|INT|INTEGER|YEAR|BOOLEAN)$/.test(type)) return 'INTEGER';
  if (/^(DECIMAL|NUMERIC)$/.test(type)) return `DECIMAL${size}`;
  if (/^(DATETIME|TIMESTAMP)$/.test(type)) return 'TIMESTAMP';
  if (/^(BIGINT|DATE|TIME|DOUBLE|FLOAT)$/.test(type)) return type;
  return type.endsWith('BLOB') ? 'BLOB' : 'VARCHAR';
}

function insertInto(statement: string): string {
  return statement
    .replace(
      /^INSERT INTO\s+`?(\w+)`?\s*(\([^)]*\))?/i,
      (_, table: string, columns?: string) => `INSERT INTO "${table}" ${(columns ?? '').replaceAll('`', '"')}`,
    )
    .replace(VALUE, (_, text: string | undefined, hex: string | undefined, truth: string | undefined) => {
      if (truth !== undefined) return truth.toUpperCase() === 'TRUE' ? '1' : '0';
      return text === undefined ? `from_hex('${hex}')` : literal(text);
    });
}

function literal(text: string): string {
  const inner = text.slice(text.indexOf("'") + 1, -1);
  const value = inner.replace(/\\([\s\S])|''/g, (_, escaped?: string) => (escaped === undefined ? "'" : (ESCAPES[escaped] ?? escaped))); // prettier-ignore
  return `'${value.replaceAll("'", "''")}'`;
}

const STRING = /('(?:[^']|'')*')/;
const ENUM = /(?<!AS )\bENUM\s*(\((?:'(?:[^']|'')*'|[^')])*\))/gi;

/** Words of the tables of tests, which are written for DuckDB, and what PostgreSQL calls the same. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bDATETIME\b/gi, 'TIMESTAMP'],
  [/\bDOUBLE\b(?! PRECISION)/gi, 'DOUBLE PRECISION'],
  [/\bFLOAT\b/gi, 'REAL'],
  [/\bU?TINYINT\b/gi, 'SMALLINT'],
  [/\bHUGEINT\b/gi, 'NUMERIC(38, 0)'],
  [/\bBLOB\b/gi, 'BYTEA'],
  [/\bVARCHAR\b(?!\s*\()/gi, 'TEXT'],
  [/\bfrom_hex\(/gi, "decode('hex', "],
  [/\bINTERVAL \(((?:[^()]|\([^()]*\))*)\) DAY\b/gi, 'make_interval(days => ($1)::integer)'],
];

/** Converts statements for DuckDB that create and fill tables to the same tables and rows on PostgreSQL, whose enumerations have names. */
export function toPostgreSql(statements: readonly string[]): readonly string[] {
  let enums = 0;
  return statements.flatMap((statement) => {
    const types: string[] = [];
    const named = statement.replace(ENUM, (_, values: string) => {
      types.push(`CREATE TYPE enum_${++enums} AS ENUM ${values}`);
      return `enum_${enums}`;
    });
    return [...types, toHex(named.split(STRING).map((part, index) => (index % 2 === 1 ? part : rename(part))).join(''))]; // prettier-ignore
  });
}

function rename(sql: string): string {
  return WORDS.reduce((text, [word, name]) => text.replace(word, name), sql);
}

/** Completes the calls of `decode`, whose arguments are in the other order. */
function toHex(sql: string): string {
  return sql.replace(/decode\('hex', ('[^']*')\)/g, "decode($1, 'hex')");
}

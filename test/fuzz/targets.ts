import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { makeBearer } from '../support/bearer';
import { deriveFernetKey } from '../../src/auth/secrets/derive-fernet-key';
import { openFernetToken } from '../../src/auth/secrets/open-fernet-token';
import { lowerFilter, parseFilter } from '../../src/compiler/filter';
import { buildOntology, printOntology, readScript } from '../../src/compiler/ontology';
import { parseStatements, printQuery, printStatement } from '../../src/compiler/statement';
import { ServiceError } from '../../src/errors';
import { decodeJson } from '../../src/http/requests/decode-json';
import { MAX_JSON_DEPTH } from '../../src/http/requests/limits';
import { parseRawQuery } from '../../src/http/requests/parse-raw-query';
import { mutated } from './mutations';
import { BODIES, FILTERS, SCRIPTS, STATEMENTS } from './seeds';

/** A function that reads untrusted input. */
export interface Target {
  readonly name: string;
  /** The percentage of inputs. */
  readonly share: number;
  readonly inputs: fc.Arbitrary<string>;
  /** Throws a `ServiceError` when it rejects the input, anything else on a fault. Returns what is wrong with an accepted input. */
  readonly read: (input: string) => string | undefined;
}

/** Part of the error for invalid characters in a name. Filters accept such names, because the planner rejects unknown names. */
const NO_NAME = 'a name must';

/** Checks that printing and reading again does not change a statement. */
function unstable(first: string, again: (text: string) => string): string | undefined {
  try {
    const second = again(first);
    return second === first ? undefined : `printed ${first} and then ${second}`;
  } catch (error) {
    if (error instanceof ServiceError && error.message.includes(NO_NAME)) throw error;
    return `printed ${first}, which is refused: ${String(error)}`;
  }
}

function readFilter(input: string): string | undefined {
  const select = lowerFilter({ schema: 'dsvc', table: 'a' }, parseFilter(parseRawQuery(`/?${input}`)));
  return unstable(printQuery(select), (text) => parseStatements(text).map(printStatement).join(';'));
}

function readStatements(input: string): string | undefined {
  const printed = parseStatements(input).map(printStatement);
  return unstable(printed.join(';\n'), (text) => parseStatements(text).map(printStatement).join(';\n'));
}

function readOntology(input: string): string | undefined {
  const definitions = readScript(input);
  buildOntology(definitions, 'version');
  return unstable(printOntology(definitions), (text) => printOntology(readScript(text)));
}

const SALT = 'the salt of the fuzzer';
const TOKENS = ['user:password', 'a:b', `${'long '.repeat(40)}:x`].map((text) => makeBearer('u', text, SALT));

/** Checks that only the token itself opens. */
function readToken(input: string): string | undefined {
  const opened = openFernetToken(input, deriveFernetKey(SALT), { now: Date.now() / 1000 });
  if (opened !== undefined) return TOKENS.includes(input) ? undefined : `opened ${opened}`;
  if (TOKENS.includes(input)) return 'refused a token';
  throw new ServiceError('auth_missing_credentials', 'refused');
}

/** Tokens with single characters changed, because each letter encodes bits. */
const tokens = fc
  .tuple(
    fc.constantFrom(...TOKENS),
    fc.array(
      fc.tuple(
        fc.nat(9999),
        fc.constantFrom('A', 'B', 'a', 'b', '0', '9', '-', '_', '=', '+', '/', ' ', '\n'),
        fc.nat(2),
      ),
      { maxLength: 4 },
    ),
  )
  .map(([token, changes]) =>
    changes.reduce((text, [at, letter, kind]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + (kind === 0 ? '' : letter) + text.slice(kind === 1 ? place : place + 1);
    }, token),
  );

/** Encodes an input; in some inputs characters below 256 become single bytes, which are not UTF-8. */
function bytesOf(input: string): Buffer {
  const isRaw = createHash('md5').update(input).digest().readUInt8() < 32;
  return Buffer.from(input, isRaw ? 'latin1' : 'utf8');
}

function readJson(input: string): string | undefined {
  const bytes = bytesOf(input);
  const text = decodeJson(bytes);
  if (Buffer.compare(Buffer.from(text), bytes) !== 0 && !bytes.toString().startsWith('\ufeff')) return 'changed bytes';
  const value = parsed(text);
  return value !== undefined && depthOf(value) > MAX_JSON_DEPTH ? 'took what is too deep' : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

export const TARGETS: readonly Target[] = [
  { name: 'filters', share: 32, inputs: mutated(FILTERS), read: readFilter },
  { name: 'statements', share: 40, inputs: mutated(STATEMENTS), read: readStatements },
  { name: 'scripts of ontologies', share: 3, inputs: mutated(SCRIPTS), read: readOntology },
  { name: 'bearer tokens', share: 10, inputs: tokens, read: readToken },
  { name: 'bodies', share: 15, inputs: mutated(BODIES), read: readJson },
];

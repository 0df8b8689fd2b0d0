import type { Kill, SessionBody, Transaction } from '../../session.ast';
import { parseDescribe, parseExplain, parseShow } from '../definitions/parse-read';
import { parseQueryOptions } from '../definitions/parse-clauses';
import { suggest } from '../../../../errors';
import { OTHER_STATEMENTS } from '../tokens/keywords';
import type { TokenCursor } from '../tokens/token-cursor';
import { isRead } from '../../print/print-read';
import { parseDescribed, parseListed } from './parse-listed';
import { parseSet } from './parse-set';

type Rule = (cursor: TokenCursor) => SessionBody;

const parseSelect: Rule = (cursor) => {
  const query = cursor.query();
  const options = parseQueryOptions(cursor);
  return { kind: 'query', query, ...(options && { options }) };
};

const parseDescribeTable: Rule = (cursor) => {
  const isConcept = cursor.at('CONCEPT') && cursor.atName(1);
  if (isConcept) return parseDescribe(cursor);
  return cursor.at('SELECT') || cursor.at('WITH') || cursor.at('(') ? parseExplain(cursor) : parseDescribed(cursor);
};

/** The statements of transactions that change nothing, with the words that may follow. */
const transaction =
  (action: Transaction['action']): Rule =>
  (cursor) => {
    while (cursor.peek().kind !== 'end' && !cursor.at(';')) cursor.next();
    return { kind: 'transaction', action };
  };

const QUERY_STARTS: ReadonlySet<string> = new Set(['SELECT', 'WITH', '(']);

const CHANGES: ReadonlySet<string> = new Set(['CREATE', 'ALTER', 'DROP', 'GRANT', 'REVOKE', 'RESTORE', 'REFRESH']);

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['SELECT', parseSelect],
  ['WITH', parseSelect],
  ['(', parseSelect],
  ['SHOW', parseShowAny],
  ['DESC', parseDescribeTable],
  ['DESCRIBE', parseDescribeTable],
  ['EXPLAIN', parseDescribeTable],
  ['SET', parseSet],
  ['USE', (cursor) => ({ kind: 'use', database: cursor.name('a database') })],
  ['KILL', parseKill],
  ['BEGIN', transaction('begin')],
  ['START', parseStart],
  ['COMMIT', transaction('end')],
  ['ROLLBACK', parseRollback],
  ['SAVEPOINT', transaction('other')],
  ['RELEASE', transaction('other')],
  ['LOCK', transaction('other')],
  ['UNLOCK', transaction('other')],
]);

/** Parses a statement of a client of the MySQL protocol (docs/sql-clients.md). */
export function parseSessionBody(cursor: TokenCursor): SessionBody {
  const { key } = cursor.peek();
  const rule = RULES.get(key);
  if (rule === undefined) return refuseUnknown(cursor);
  if (!QUERY_STARTS.has(key)) cursor.next();
  return rule(cursor);
}

function parseShowAny(cursor: TokenCursor): SessionBody {
  const listed = parseListed(cursor);
  if (listed !== undefined) return listed;
  const { at } = cursor.peek();
  const shown = parseShow(cursor);
  return isRead(shown) ? shown : refuseStatement(cursor, at);
}

function parseStart(cursor: TokenCursor): SessionBody {
  cursor.expect('TRANSACTION');
  return transaction('begin')(cursor);
}

/** Parses ROLLBACK, which ends the transaction unless it names a savepoint. */
function parseRollback(cursor: TokenCursor): SessionBody {
  cursor.take('WORK');
  return transaction(cursor.at('TO') ? 'other' : 'end')(cursor);
}

function parseKill(cursor: TokenCursor): Kill {
  const queryOnly = cursor.take('QUERY');
  if (!queryOnly) cursor.take('CONNECTION');
  return { kind: 'kill', connection: cursor.integer('the id of a connection'), queryOnly };
}

/** Rejects a statement that changes something, which MySQL knows too, or one that nobody knows. */
function refuseUnknown(cursor: TokenCursor): never {
  const { key, value, at } = cursor.peek();
  if (OTHER_STATEMENTS.has(key) || CHANGES.has(key)) return refuseStatement(cursor);
  return cursor.refuse({ message: `a statement cannot begin with "${value}"`, hint: suggest(value, RULES.keys()) }, at);
}

function refuseStatement(cursor: TokenCursor, at = cursor.peek().at): never {
  const hint = 'send definitions to POST query/ or to the console';
  return cursor.refuse({ message: 'clients of the MySQL protocol only read', hint, code: 'statement_not_allowed' }, at);
}

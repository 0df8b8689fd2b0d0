import type { Expression, Literal, Written } from '../../../../model';
import type { SetVariables, VariableAssignment } from '../../session.ast';
import type { TokenCursor } from '../tokens/token-cursor';

type Scope = VariableAssignment['scope'];

const SCOPES: Readonly<Partial<Record<string, Scope>>> = { SESSION: 'session', LOCAL: 'session', GLOBAL: 'global' };

/** Parses the assignments after SET. `SET NAMES x` assigns `character_set_client`, `SET TRANSACTION` the variables that it means. */
export function parseSet(cursor: TokenCursor): SetVariables {
  return { kind: 'set-variables', assignments: cursor.list(() => parseAssignments(cursor)).flat() };
}

function parseAssignments(cursor: TokenCursor): readonly VariableAssignment[] {
  const { at, kind } = cursor.peek();
  if (kind === 'variable') return [parseVariable(cursor)];
  const isNames = cursor.take('NAMES') || cursor.take('CHARACTER', 'SET') || cursor.take('CHARSET');
  if (isNames) return [parseNames(cursor, at)];
  const scope = takeScope(cursor);
  if (cursor.take('TRANSACTION')) return parseTransaction(cursor, at, scope ?? 'session');
  const name = cursor.name('a variable').name;
  return [{ name, scope: scope ?? 'session', at, ...parseValue(cursor) }];
}

function takeScope(cursor: TokenCursor): Scope | undefined {
  const scope = SCOPES[cursor.peek().key];
  if (scope !== undefined) cursor.next();
  return scope;
}

/** Parses an assignment to `@x`, `@@x` or `@@session.x`. */
function parseVariable(cursor: TokenCursor): VariableAssignment {
  const { value, at } = cursor.next();
  const [, prefix = '', name = ''] = /^(@@global\.|@@session\.|@@local\.|@@)?(.*)$/i.exec(value) ?? [];
  const scope = prefix.toLowerCase() === '@@global.' ? 'global' : 'session';
  return { name, scope, at, ...parseValue(cursor) };
}

function parseValue(cursor: TokenCursor): { readonly value?: Expression<Written> } {
  if (!cursor.take(':=')) cursor.expect('=');
  if (cursor.take('DEFAULT')) return {};
  const { kind, value, at, key } = cursor.peek();
  if (kind === 'word' && (key === 'ON' || key === 'BINARY')) {
    cursor.next();
    return { value: textOf(value, at) };
  }
  const parsed = cursor.expression();
  const name =
    parsed.kind === 'reference' && parsed.reference.parts.length === 1 ? parsed.reference.parts[0] : undefined;
  return { value: name === undefined ? parsed : textOf(name.name, name.at) };
}

function parseNames(cursor: TokenCursor, at: number): VariableAssignment {
  const assigned = { name: 'character_set_client', scope: 'session', at } as const;
  if (cursor.take('DEFAULT')) return assigned;
  const value = parseWord(cursor);
  if (cursor.take('COLLATE') && !cursor.take('DEFAULT')) parseWord(cursor);
  return { ...assigned, value };
}

/** Parses `READ ONLY`, `READ WRITE` and `ISOLATION LEVEL ..`. */
function parseTransaction(cursor: TokenCursor, at: number, scope: Scope): readonly VariableAssignment[] {
  return cursor.list(() => {
    if (!cursor.take('READ')) {
      cursor.expect('ISOLATION', 'LEVEL');
      const words = [cursor.next().value, ...(cursor.at('COMMITTED') || cursor.at('UNCOMMITTED') || cursor.at('READ') ? [cursor.next().value] : [])]; // prettier-ignore
      return { name: 'transaction_isolation', scope, at, value: textOf(words.join('-').toUpperCase(), at) };
    }
    const isReadOnly = cursor.expectAny(['ONLY', 'WRITE']) === 'ONLY';
    return { name: 'transaction_read_only', scope, at, value: textOf(isReadOnly ? 'ON' : 'OFF', at) };
  });
}

function parseWord(cursor: TokenCursor): Literal {
  const { at } = cursor.peek();
  if (cursor.atString()) return textOf(cursor.string(), at);
  if (cursor.take('BINARY')) return textOf('binary', at);
  return textOf(cursor.name('a character set').name, at);
}

function textOf(text: string, at: number | undefined): Literal {
  return { kind: 'literal', type: 'string', text, at };
}

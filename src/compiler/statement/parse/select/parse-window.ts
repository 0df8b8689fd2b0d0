import type { Expression, FrameBound, OrderItem, Window, Written } from '../../../../model';
import { parseIntervalOrCall } from './parse-interval';
import { refusePosition } from './parse-literal';
import { NEST, type TokenCursor } from '../tokens/token-cursor';

/** Parses `ORDER BY ...`. Returns an empty list when the clause is absent. */
export function parseOrderBy(cursor: TokenCursor): OrderItem<Written>[] {
  if (!cursor.take('ORDER')) return [];
  cursor.expect('BY');
  return cursor.list(() => parseOrderItem(cursor));
}

function parseOrderItem(cursor: TokenCursor): OrderItem<Written> {
  const expression = refusePosition(cursor, cursor.expression());
  const descending = cursor.take('DESC');
  if (!descending) cursor.take('ASC');
  if (cursor.at('NULLS')) {
    cursor.refuse({ message: 'MySQL has no NULLS FIRST or NULLS LAST', hint: 'write ORDER BY x IS NULL, x' });
  }
  return { expression, descending };
}

/** Parses `( [base] [PARTITION BY ...] [ORDER BY ...] [frame] )`. */
export function parseWindow(cursor: TokenCursor): Window<Written> {
  cursor.enter(NEST);
  cursor.expect('(');
  const base = cursor.atName() ? cursor.name() : undefined;
  const partitionBy = parsePartition(cursor);
  const orderBy = parseOrderBy(cursor);
  const frame = parseFrame(cursor);
  cursor.expect(')');
  cursor.leave(NEST);
  return { base, partitionBy, orderBy, frame };
}

function parsePartition(cursor: TokenCursor): Expression<Written>[] {
  if (!cursor.take('PARTITION')) return [];
  cursor.expect('BY');
  return cursor.list(() => cursor.expression());
}

function parseFrame(cursor: TokenCursor): Window<Written>['frame'] {
  const unit = cursor.take('ROWS') ? 'rows' : cursor.take('RANGE') ? 'range' : undefined;
  if (unit === undefined) return undefined;
  if (!cursor.take('BETWEEN')) return { unit, start: parseBound(cursor) };
  const start = parseBound(cursor);
  cursor.expect('AND');
  return { unit, start, end: parseBound(cursor) };
}

function parseBound(cursor: TokenCursor): FrameBound<Written> {
  if (cursor.take('CURRENT', 'ROW')) return { kind: 'current-row' };
  if (cursor.take('UNBOUNDED')) return { kind: `unbounded-${parseDirection(cursor)}` };
  const offset = cursor.at('INTERVAL') ? parseIntervalOrCall(cursor) : cursor.expression();
  return { kind: parseDirection(cursor), offset };
}

function parseDirection(cursor: TokenCursor): 'preceding' | 'following' {
  return cursor.expectAny(['PRECEDING', 'FOLLOWING']) === 'PRECEDING' ? 'preceding' : 'following';
}

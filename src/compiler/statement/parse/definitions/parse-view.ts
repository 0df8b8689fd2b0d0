import type { CreateView } from '../../definition.ast';
import { closeDescribed, takeDescribed, type Described } from './parse-clauses';
import type { TokenCursor } from '../tokens/token-cursor';

/** Parses `VIEW x [USING d] [DESCRIPTION ..] [WITH TAGS ..] AS SELECT ..`, and the same for CUBE. */
export function parseView(cursor: TokenCursor, orReplace: boolean, cube: boolean): CreateView {
  const name = cursor.name('a name for the view');
  const dataSource = cursor.take('USING') ? cursor.name('a data source') : undefined;
  const described: Described = {};
  while (takeDescribed(cursor, described));
  cursor.expect('AS');
  const query = cursor.query();
  return { kind: 'create-view', orReplace, cube, name, dataSource, query, ...closeDescribed(described) };
}

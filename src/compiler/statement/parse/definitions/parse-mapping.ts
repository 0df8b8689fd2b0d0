import type { Query, Written } from '../../../../model';
import type { CreateMapping, LinkEnd, MappingDeclaration, MappingSource } from '../../definition.ast';
import { parseForeignKey } from './parse-concept';
import type { TokenCursor } from '../tokens/token-cursor';

interface Body {
  readonly ends: LinkEnd[];
  readonly declarations: MappingDeclaration[];
}

/** Parses `MAPPING x [(ends and declarations)] [INTO (..)] [USING d] [WITHOUT PARSING] AS SELECT ..`, from the name. */
export function parseMapping(cursor: TokenCursor, orReplace: boolean): CreateMapping {
  const name = cursor.name('a name for the mapping');
  const body: Body = { ends: [], declarations: [] };
  if (cursor.at('('))
    cursor.enclosed(() => {
      parseMember(cursor, body);
    });
  const target = parseTarget(cursor, body.ends);
  const dataSource = cursor.take('USING') ? cursor.name('a data source') : undefined;
  const isOpaque = cursor.take('WITHOUT', 'PARSING');
  cursor.expect('AS');
  const source: MappingSource = isOpaque ? { kind: 'opaque', ...cursor.opaque() } : parseSource(cursor);
  return {
    kind: 'create-mapping',
    orReplace,
    name,
    declarations: body.declarations,
    target,
    dataSource,
    source,
  };
}

function parseMember(cursor: TokenCursor, body: Body): void {
  if (cursor.take('CONSTRAINT')) body.ends.push(parseEnd(cursor));
  else body.declarations.push(parseDeclaration(cursor));
}

function parseEnd(cursor: TokenCursor): LinkEnd {
  const relationship = cursor.name('a relationship');
  cursor.expect('FOREIGN');
  const { columns, target, targetColumns } = parseForeignKey(cursor);
  return { relationship, columns, concept: target, targetColumns };
}

function parseDeclaration(cursor: TokenCursor): MappingDeclaration {
  switch (cursor.expectAny(['UNIQUE', 'NOT', 'FOREIGN', 'DISJOINT'])) {
    case 'UNIQUE':
      return { kind: 'unique', columns: cursor.names('a column') };
    case 'NOT':
      cursor.expect('NULL');
      return { kind: 'not-null', columns: cursor.names('a column') };
    case 'FOREIGN':
      return parseMappingKey(cursor);
    case 'DISJOINT':
      cursor.expect('FROM');
      return { kind: 'disjoint', mapping: cursor.name('a mapping') };
  }
}

function parseMappingKey(cursor: TokenCursor): MappingDeclaration {
  cursor.expect('KEY');
  const columns = cursor.names('a column');
  cursor.expect('REFERENCES', 'MAPPING');
  const mapping = cursor.name('a mapping');
  return { kind: 'foreign-key', columns, mapping, targetColumns: cursor.names('a column') };
}

function parseTarget(cursor: TokenCursor, ends: readonly LinkEnd[]): CreateMapping['target'] {
  if (ends.length === 0) {
    cursor.expect('INTO');
    const concepts = cursor.at('(') ? cursor.names('a concept') : cursor.list(() => cursor.name('a concept'));
    return { kind: 'concepts', concepts };
  }
  if (ends.length !== 2) cursor.refuse({ message: 'a link mapping has two ends' });
  if (cursor.at('INTO')) cursor.refuse({ message: 'a link mapping leads to its two ends, not INTO a concept' });
  return { kind: 'link', ends };
}

function parseSource(cursor: TokenCursor): MappingSource {
  const { at } = cursor.peek();
  const query = cursor.query();
  if (selectsStar(query)) {
    cursor.refuse({ message: 'a mapping cannot select *', hint: 'list the columns instead of *' }, at);
  }
  if (hasStarWithQualify(query)) {
    const hint = 'list the columns instead of *, or define the mapping WITHOUT PARSING';
    cursor.refuse({ message: 'a mapping cannot contain * in a SELECT with QUALIFY', hint }, at);
  }
  return { kind: 'parsed', query };
}

/**
 * Reports whether a SELECT with QUALIFY, at any depth, selects `*`. Not every data source has QUALIFY, and without it the
 * condition is a further column of a derived table.
 */
function hasStarWithQualify(tree: unknown): boolean {
  if (tree === null || typeof tree !== 'object') return false;
  if ('qualify' in tree && selectsStar(tree as Query<Written>)) return true;
  return Object.values(tree).some(hasStarWithQualify);
}

function selectsStar(query: Query<Written>): boolean {
  const pending: Query<Written>[] = [query];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.kind === 'set') pending.push(next.left, next.right);
    else if (next.items.some(({ expression }) => expression.kind === 'star')) return true;
  }
  return false;
}

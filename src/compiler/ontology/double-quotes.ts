import { ServiceError } from '../../errors';
import type { Expression, Query, Source, Written, WrittenName } from '../../model';
import { mapChildren, rebuildQuery } from '../tree';
import type { CreateMapping } from '../statement';

/** Replaces a double-quoted token. `isItem` is true if the token is a whole item of a select list. */
type Read = (name: WrittenName, isItem: boolean) => Expression<Written>;

/** Returns the mapping with its double-quoted tokens as names, which is their meaning in the SQL of the mapped tables. */
export function readAsNames(mapping: CreateMapping): CreateMapping {
  return readQuotes(mapping, asName);
}

/**
 * Returns the mapping with its double-quoted tokens as older stored versions define them: a token that is a whole item
 * of a select list is a name, any other is a string. Scripts printed now contain no double-quoted tokens, so only those
 * versions do.
 */
export function readAsTexts(mapping: CreateMapping): CreateMapping {
  return readQuotes(mapping, (name, isItem) =>
    isItem ? asName(name) : { kind: 'literal', type: 'string', text: textOf(name) },
  );
}

/** Returns the double-quoted tokens that are now names and were strings in older stored versions. */
export function quotedTexts(mapping: CreateMapping): readonly string[] {
  const texts: string[] = [];
  readQuotes(mapping, (name, isItem) => {
    if (!isItem) texts.push(textOf(name));
    return asName(name);
  });
  return texts;
}

/** Returns the token as a name. Rejects the empty string, which no column has as its name. */
function asName({ parts, at }: WrittenName): Expression<Written> {
  if (parts[0]?.name === '')
    throw new ServiceError('statement_malformed', 'a name must not be empty', {
      hint: 'in a mapping, double quotes contain a name, and single quotes a string',
      offset: at,
    });
  return { kind: 'reference', reference: { parts, ...(at !== undefined && { at }) } };
}

function textOf({ parts }: WrittenName): string {
  return parts[0]?.name ?? '';
}

function readQuotes(mapping: CreateMapping, read: Read): CreateMapping {
  const { source } = mapping;
  return source.kind === 'opaque'
    ? mapping
    : { ...mapping, source: { kind: 'parsed', query: readQuery(source.query, read) } };
}

function readQuery(query: Query<Written>, read: Read): Query<Written> {
  const map = {
    expression: (node: Expression<Written>) => readExpression(node, read),
    query: (inner: Query<Written>) => readQuery(inner, read),
    source: (source: Source<Written>) => readSource(source, read),
  };
  if (query.kind === 'set') return rebuildQuery<Written, Written>(query, map);
  const items = query.items.map((item) => {
    const { expression } = item;
    return expression.kind === 'reference' && expression.reference.quote === 'double'
      ? { ...item, expression: read(expression.reference, true) }
      : item;
  });
  return rebuildQuery<Written, Written>({ ...query, items }, map);
}

function readExpression(node: Expression<Written>, read: Read): Expression<Written> {
  if (node.kind === 'literal') return node;
  if (node.kind === 'reference') return node.reference.quote === 'double' ? read(node.reference, false) : node;
  return mapChildren<Written, Written>(node, {
    expression: (child) => readExpression(child, read),
    query: (inner) => readQuery(inner, read),
  });
}

function readSource(source: Source<Written>, read: Read): Source<Written> {
  if (source.kind === 'table') return source;
  if (source.kind === 'derived') return { ...source, query: readQuery(source.query, read) };
  const { on, ...rest } = source;
  return {
    ...rest,
    left: readSource(source.left, read),
    right: readSource(source.right, read),
    ...(on && { on: readExpression(on, read) }),
  };
}

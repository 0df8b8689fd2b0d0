import type { Expression, Query, Source, Written, WrittenName } from '../../model';
import { mapChildren, rebuildQuery } from '../tree';
import type { CreateMapping } from '../statement';

/** What a token in double quotes stands for; `isItem` where it alone is what a SELECT gives. */
type Read = (name: WrittenName, isItem: boolean) => Expression<Written>;

/** The mapping with its tokens in double quotes as what they are inside a mapping: names, as the SQL of its tables has them. */
export function readAsNames(mapping: CreateMapping): CreateMapping {
  return readQuotes(mapping, asName);
}

/**
 * The mapping as it was read when versions kept double quotes: a token that alone is what a SELECT gives is a name, any
 * other a text. What is kept and printed now holds none, so that a token in a kept version is one of those.
 */
export function readAsTexts(mapping: CreateMapping): CreateMapping {
  return readQuotes(mapping, (name, isItem) =>
    isItem ? asName(name) : { kind: 'literal', type: 'string', text: textOf(name) },
  );
}

/** The tokens in double quotes that are names, and were texts before. */
export function quotedTexts(mapping: CreateMapping): readonly string[] {
  const texts: string[] = [];
  readQuotes(mapping, (name, isItem) => {
    if (!isItem) texts.push(textOf(name));
    return asName(name);
  });
  return texts;
}

function asName({ parts, at }: WrittenName): Expression<Written> {
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

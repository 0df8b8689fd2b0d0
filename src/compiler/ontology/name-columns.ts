import type { MappingSource } from '../statement';
import {
  type Identifier,
  type MappingColumn,
  type Query,
  type Select,
  type SelectItem,
  type Written,
  nameKey,
} from '../../model';
import { invalid, type Place, quoted } from './refusals';

/** A column and the offset of its name. */
export interface WrittenColumn extends MappingColumn {
  readonly at?: number;
}

/**
 * Returns the output columns of a mapping, under the names in its statement (docs/language.md). Rejects stars, unnamed
 * columns and duplicate names.
 */
export function nameColumns(where: Place, source: MappingSource): readonly WrittenColumn[] {
  const names =
    source.kind === 'opaque' ? namesOfText(where, source.text) : firstSelect(source.query).items.map(nameOf(where));
  const columns = names.map(({ name, at }) => ({ key: nameKey(name), name, ...(at !== undefined && { at }) }));
  const seen = new Set<string>();
  for (const column of columns) {
    if (seen.has(column.key))
      throw invalid({ ...where, at: column.at ?? where.at }, `has two columns ${quoted(column.name)}`);
    seen.add(column.key);
  }
  return columns;
}

/** Returns the SELECT that names the columns of a query: in a set operation, the first one. */
export function firstSelect(query: Query<Written>): Select<Written> {
  return query.kind === 'select' ? query : firstSelect(query.left);
}

function nameOf(where: Place): (item: SelectItem<Written>, index: number) => Identifier {
  return (item, index) => {
    const { expression, alias } = item;
    if (expression.kind === 'star') {
      throw refusedStar({ ...where, at: expression.at ?? where.at });
    }
    if (alias !== undefined) return alias;
    const name = expression.kind === 'reference' ? expression.reference.parts.at(-1) : undefined;
    if (name === undefined) throw namelessColumn(where, index);
    return name;
  };
}

function refusedStar(where: Place): Error {
  return invalid(where, 'a mapping cannot select `*`', 'list the columns, each AS the name of its property');
}

function namelessColumn(where: Place, index: number): Error {
  return invalid(where, `column ${index + 1} has no name`, 'write AS and the name of its property');
}

const TOKEN =
  /`((?:[^`]|``)*)`|"((?:[^"\\]|""|\\.)*)"|'(?:[^'\\]|''|\\.)*'|([\p{L}_$][\p{L}\p{N}_$]*)|\d[\w.]*|[^\s]/gsu;

interface Token {
  readonly text: string;
  /** The value of a word or a quoted name. */
  readonly name?: string;
}

/** Returns the column names of SQL that is not parsed (WITHOUT PARSING): the last name of each item between SELECT and FROM. */
function namesOfText(where: Place, text: string): Identifier[] {
  const items = selectList([...text.matchAll(TOKEN)].map(readToken));
  return items.map((item, index) => {
    const last = item.at(-1);
    if (last?.text === '*') {
      throw refusedStar(where);
    }
    if (last?.name === undefined) throw namelessColumn(where, index);
    return { name: last.name };
  });
}

function readToken(match: RegExpMatchArray): Token {
  const [text, backtick, double, word] = match;
  const name = backtick?.replaceAll('``', '`') ?? double?.replaceAll('""', '"') ?? word;
  return name === undefined ? { text } : { text, name };
}

function selectList(tokens: readonly Token[]): Token[][] {
  const items: Token[][] = [[]];
  let depth = 0;
  let inside = false;
  for (const token of tokens) {
    if (token.text === '(') depth++;
    if (token.text === ')') depth--;
    const word = depth === 0 ? token.text.toUpperCase() : '';
    if (inside && (word === 'FROM' || word === 'UNION')) break;
    if (!inside) inside = word === 'SELECT';
    else if (word === ',') items.push([]);
    else items.at(-1)?.push(token);
  }
  return items;
}

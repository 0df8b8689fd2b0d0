import type { BoundValue } from '../../model';

/** A piece of SQL: text, and values where placeholders will stand. */
export type Fragment = readonly (string | BoundValue)[];

/** Joins text and fragments: sql`${left} AND ${right}`. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Fragment | string)[]): Fragment {
  const pieces: (string | BoundValue)[] = [];
  texts.forEach((text, index) => {
    if (text !== '') pieces.push(text);
    const part = parts[index];
    if (typeof part === 'string') pieces.push(part);
    else if (part !== undefined) pieces.push(...part);
  });
  return pieces;
}

export function join(fragments: readonly Fragment[], separator: string): Fragment {
  return fragments.flatMap((fragment, index) => (index === 0 ? fragment : [separator, ...fragment]));
}

/** How the values of a statement are numbered: `?` one by one, or `$n` with equal values sharing a number. */
export type PlaceholderStyle = 'positional' | 'numbered';

/** The text and the values in the order of their placeholders. */
export function finish(
  fragment: Fragment,
  style: PlaceholderStyle,
): { readonly sql: string; readonly parameters: readonly BoundValue[] } {
  const parameters: BoundValue[] = [];
  const numbers = new Map<string, number>();
  const place = (value: BoundValue): string => {
    if (style === 'positional') {
      parameters.push(value);
      return '?';
    }
    const key = `${value.type} ${value.text}`;
    const number = numbers.get(key) ?? parameters.push(value);
    numbers.set(key, number);
    return `$${number}`;
  };
  return { sql: fragment.map((piece) => (typeof piece === 'string' ? piece : place(piece))).join(''), parameters };
}

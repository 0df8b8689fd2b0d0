import fc from 'fast-check';

const KINDS = ['exchange', 'delete', 'replace', 'insert', 'double', 'swap', 'move', 'end', 'break', 'nest', 'splice'] as const; // prettier-ignore

type Kind = (typeof KINDS)[number];

/** One change of a list of tokens: its kind, its position in ten-thousandths of the length, and the index of the token to use. */
type Change = readonly [kind: Kind, where: number, pick: number];

/** Matches the tokens of a string: quoted strings, words, numbers, operators, spaces; any other character is a token itself. */
const TOKEN = /'(?:[^'\\]|''|\\[^])*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|%[0-9a-f]{2}|\w+|<=>|<>|[<>!]=|\|\||&&|\s+|[^]/giu;

/** Tokens that break incomplete lexers and parsers. */
const HOSTILE = ["'", '"', '`', '\\', '\\\'', '--', '-- ', '#', '/*', '*/', '/*!', ';', '\0', '\ufeff', '\u2028', '\ud800', '\u0130', '\u202e', '😀', '(', ')', '[', ']', '{', '}', ',', '.', '..', '*', '@', '@@', ':=', '?', '$1', '%', '%%', '%2', '%zz', '%00', '%ff', '&', '=', '+', '-', '--1', '1e999', '0x', "x'f'", '9'.repeat(40), '.5', '1.', '1..2', 'NULL', 'SELECT', 'FROM', 'UNION', 'CASE', 'INTERVAL', 'NOT', 'IN', 'AS', 'ORDER BY', '__proto__', 'constructor', 'toString', '_subj01_', '_comp_']; // prettier-ignore

/** Half of the changes replace a token with another of its class, so that the input is likely to be accepted. */
const kind = fc.oneof(fc.constant('exchange' as const), fc.constantFrom(...KINDS));
const change = fc.noBias(fc.tuple(kind, fc.nat(9999), fc.nat(0xffff)));

/** Returns valid inputs with up to three changed tokens, so that most of an input keeps its meaning. */
export function mutated(seeds: readonly string[]): fc.Arbitrary<string> {
  const lists = seeds.map((seed) => seed.match(TOKEN) ?? []);
  const dictionary = [...new Set([...HOSTILE, ...lists.flat()])];
  const classes = new Map<string, string[]>();
  for (const token of dictionary) classes.set(classOf(token), [...(classes.get(classOf(token)) ?? []), token]);
  return fc
    .tuple(fc.nat(lists.length - 1), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([index, changes]) => {
      const tokens = [...(lists[index] ?? [])];
      for (const each of changes) apply(tokens, each, { dictionary, classes, lists });
      return tokens.join('');
    });
}

/** Returns the class of a token; tokens of one class can replace each other. */
function classOf(token: string): string {
  if (/^\s/.test(token)) return 'blank';
  if (/^\d/.test(token)) return 'number';
  if (/^[A-Z_]+$/.test(token)) return 'keyword';
  return /^\w/.test(token) ? 'word' : (token[0] ?? '');
}

interface Material {
  readonly dictionary: readonly string[];
  readonly classes: ReadonlyMap<string, readonly string[]>;
  readonly lists: readonly (readonly string[])[];
}

type Apply = (tokens: string[], place: number, pick: number, material: Material) => void;

const at = (list: readonly string[], pick: number): string => list[pick % list.length] ?? '';

const CHANGES: Readonly<Record<Kind, Apply>> = {
  exchange: (tokens, place, pick, { classes }) => {
    tokens[place] = at(classes.get(classOf(tokens[place] ?? '')) ?? [''], pick);
  },
  delete: (tokens, place, pick) => {
    tokens.splice(place, 1 + (pick % 4));
  },
  replace: (tokens, place, pick, { dictionary }) => {
    tokens[place] = at(dictionary, pick);
  },
  insert: (tokens, place, pick, { dictionary }) => {
    tokens.splice(place, 0, at(dictionary, pick), ' ');
  },
  double: (tokens, place, pick) => {
    tokens.splice(place, 0, ...tokens.slice(place, place + 1 + (pick % 12)));
  },
  swap: (tokens, place, pick) => {
    const other = pick % (tokens.length + 1);
    [tokens[place], tokens[other]] = [tokens[other] ?? '', tokens[place] ?? ''];
  },
  move: (tokens, place, pick) => {
    tokens.splice(pick % (tokens.length + 1), 0, ...tokens.splice(place, 3));
  },
  end: (tokens, place) => {
    tokens.length = place;
  },
  break: (tokens, place, pick, { dictionary }) => {
    const token = tokens[place] ?? '';
    const inside = pick % (token.length + 1);
    tokens[place] = token.slice(0, inside) + at(dictionary, pick) + token.slice(inside);
  },
  nest: (tokens, place, pick) => {
    tokens[place] = nest(tokens[place] ?? '', 1 + (pick % 300), pick);
  },
  splice: (tokens, place, pick, { lists }) => {
    const other = lists[pick % lists.length] ?? [];
    tokens.splice(place, 3, ...other.slice(place % (other.length + 1)).slice(0, 20));
  },
};

function apply(tokens: string[], [kind, where, pick]: Change, material: Material): void {
  CHANGES[kind](tokens, Math.floor((where / 10_000) * tokens.length), pick, material);
}

const NESTS = [['(', ')'], ['NOT ', ''], ['-', ''], ['CASE WHEN ', ' THEN 1 END'], ['(SELECT ', ')'], ['[', ']'], ['{"a":', '}'], ['IF(1,', ',2)']] as const; // prettier-ignore

function nest(token: string, depth: number, pick: number): string {
  const [open, close] = NESTS[pick % NESTS.length] ?? ['', ''];
  return open.repeat(depth) + token + close.repeat(depth);
}

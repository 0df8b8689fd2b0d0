const ENDING = /(?:^|_)(?:identifier|number|uuid|guid|key|code|num|nr|no|id|fk|ref)$/;
const BEGINNING = /^(?:fk|id)_/;

/** Returns a column name in lower snake case without the words that mark a key: `album_id`, `fk_album` and `album_no` become `album`. */
export function stemOfColumn(column: string): string {
  const stem = column.replace(BEGINNING, '').replace(ENDING, '');
  return stem === column ? stem : stemOfColumn(stem);
}

/**
 * Returns the stem of a column that refers to a table, both in lower snake case. Also recognizes `albumid` of `album`, which does not
 * separate its words.
 */
export function stemOfReference(column: string, table: string): string {
  const singular = toSingular(table);
  const glued = [table, singular].find((name) => column.endsWith(`${name}id`));
  return glued === undefined ? stemOfColumn(column) : column.slice(0, -'id'.length);
}

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['men', 'man'],
  ['women', 'woman'],
  ['movies', 'movie'],
  ['cookies', 'cookie'],
  ['series', 'series'],
  ['species', 'species'],
  ['news', 'news'],
  ['analyses', 'analysis'],
]);

const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/ies$/, 'y'],
  [/(ss|sh|ch|x|[^aeo]us|ias)es$/, '$1'],
  [/(ss|us|is|as)$/, '$1'],
  [/s$/, ''],
];

/** Returns the English singular of a name in lower snake case by its last word: `order_lines` becomes `order_line`. */
export function toSingular(name: string): string {
  const start = name.lastIndexOf('_') + 1;
  const word = name.slice(start);
  const [ending, singular] = ENDINGS.find(([pattern]) => pattern.test(word)) ?? [/$/, ''];
  return name.slice(0, start) + (IRREGULAR.get(word) ?? (word.length < 4 ? word : word.replace(ending, singular)));
}

/**
 * Returns the names as unique object keys: a repeated name gets the first suffix `_2`, `_3`, ... with which it differs
 * from all other names.
 */
export function numberNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  const given = new Set(names);
  return names.map((name) => {
    let unique = name;
    for (let count = 2; taken.has(unique); count++) {
      const numbered = `${name}_${count}`;
      if (!given.has(numbered)) unique = numbered;
    }
    taken.add(unique);
    return unique;
  });
}

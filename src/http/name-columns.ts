/** The keys of a row object: the columns' names, where a name that was taken before gets `_2`, `_3`, ... */
export function nameColumns(names: readonly string[]): readonly string[] {
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

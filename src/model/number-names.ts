/** The keys of an object: names, where one that was taken before gets `_2`, `_3`, ..., which no other of the names is. */
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

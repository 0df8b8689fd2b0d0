/** What was last made for each key: a statement that runs again usually has the same columns, for which a function was made before. */
export class LastMade<Key extends object, Made> {
  private readonly last = new WeakMap<Key, { readonly from: string; readonly made: Made }>();

  /** Returns what was last made for a key, if it was made from the same, which `from` describes completely; otherwise what `make` returns. */
  of(key: Key, from: string, make: () => Made): Made {
    const last = this.last.get(key);
    if (last?.from === from) return last.made;
    const made = make();
    this.last.set(key, { from, made });
    return made;
  }
}

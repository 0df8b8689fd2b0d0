/** Numbers objects in the order in which it is asked for them, without keeping them alive. */
export class Ordinals {
  private readonly known = new WeakMap<object, number>();
  private count = 0;

  of(object: object): number {
    const known = this.known.get(object) ?? ++this.count;
    this.known.set(object, known);
    return known;
  }
}

/** Assigns a number to each object at its first use, without keeping the object in memory. */
export class ObjectIds {
  private readonly known = new WeakMap<object, number>();
  private count = 0;

  of(object: object): number {
    const known = this.known.get(object) ?? ++this.count;
    this.known.set(object, known);
    return known;
  }
}

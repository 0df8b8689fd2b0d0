/** What is being looked up, for any number of askers; at hand for those who ask once it is there. */
export class Loading<Value> {
  private found: Value | undefined;

  constructor(readonly promise: Promise<Value>) {
    promise.then(
      (value) => {
        this.found = value;
      },
      () => undefined,
    );
  }

  /** Undefined as long as it must be waited for. */
  get value(): Value | undefined {
    return this.found;
  }
}

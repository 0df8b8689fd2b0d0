/** The messages of the protocol that the driver sends; its types have some of them wrong. */
export interface Wire {
  /** Without a name, the statement is replaced by the next one without a name. */
  parse(statement: { readonly name?: string; readonly text: string }): void;
  bind(values: {
    readonly portal?: string;
    readonly statement?: string;
    readonly values?: readonly (string | null)[];
  }): void;
  describe(what: { readonly type: 'P' | 'S'; readonly name: string }): void;
  execute(what?: { readonly portal: string; readonly rows: number }): void;
  close(what: { readonly type: 'P' | 'S'; readonly name: string }): void;
  sync(): void;
  readonly stream: { cork(): void; uncork(): void };
}

/** Sends messages and the `Sync` that ends them as one write. */
export function sendTogether(wire: Wire, send: (wire: Wire) => void): void {
  wire.stream.cork();
  send(wire);
  wire.sync();
  wire.stream.uncork();
}

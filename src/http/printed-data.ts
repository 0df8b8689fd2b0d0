/** What a handler returns when its data are JSON text already, as a cache keeps them. */
export class PrintedData {
  constructor(readonly json: string) {}
}

/** An error answer of the service, or the lack of any answer (`status` 0). */
export class ServiceFault extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly hint?: string,
    readonly position?: { readonly line: number; readonly column: number },
  ) {
    super(message);
  }
}

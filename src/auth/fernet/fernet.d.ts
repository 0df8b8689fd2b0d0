/** The part of the package `fernet` that is used here; it ships no declarations. */
declare module 'fernet' {
  export class Secret {
    constructor(key: string);
    readonly signingKeyHex: string;
  }
  export class Token {
    constructor(options: { secret: Secret; time?: string; iv?: readonly number[] });
    encode(message: string): string;
  }
}

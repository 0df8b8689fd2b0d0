/** The part of the package `fernet` that is used here; it ships no declarations. */
declare module 'fernet' {
  namespace fernet {
    class Secret {
      constructor(key: string);
      readonly signingKeyHex: string;
    }
    class Token {
      constructor(options: { secret: Secret; time?: string; iv?: readonly number[] });
      encode(message: string): string;
    }
  }
  export = fernet;
}

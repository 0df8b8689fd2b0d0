import type { RunningService } from './service';

/** A response of the text interface. `json` is the parsed body. */
export interface TextAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

/** A client that sends statements as text. Paths are relative to `/<service name>/openapi/`. */
export class TextClient {
  readonly base: string;

  constructor(
    { api }: Pick<RunningService, 'api'>,
    private readonly token: string,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {
    this.base = api.replace(/api$/, 'openapi');
  }

  /** Sends a statement to `world`, unless the path names another ontology. */
  query(
    text: string | Buffer,
    headers: Readonly<Record<string, string>> = {},
    path = 'world/query',
  ): Promise<TextAnswer> {
    return this.send(`ontology/${path}`, {
      method: 'POST',
      body: typeof text === 'string' ? text : new Uint8Array(text),
      headers: { 'content-type': 'application/text', ...headers },
    });
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<TextAnswer> {
    return this.send(path, { headers });
  }

  async send(path: string, init: RequestInit = {}): Promise<TextAnswer> {
    const response = await fetch(`${this.base}/${path}`, {
      ...init,
      headers: { 'x-api-key': this.token, ...this.headers, ...(init.headers as Record<string, string> | undefined) },
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: text === '' ? undefined : JSON.parse(text),
    };
  }
}

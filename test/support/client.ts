/** Any JSON body of the service. */
export interface Body {
  readonly status: 'success' | 'error';
  readonly data: unknown;
  readonly executed_query?: string;
  readonly total?: number;
  readonly next?: string | null;
  readonly truncated?: boolean;
  readonly warnings?: readonly string[];
  readonly error?: {
    readonly code: string;
    readonly hint?: string;
    readonly position?: { readonly line: number; readonly column: number };
    readonly request_id: string;
  };
}

export type Row = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed from `text` when the response is JSON. */
  readonly body: Body;
}

interface SqlOptions {
  readonly ontology?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** More members of the body. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A client of the service. Paths are relative to `/<service name>/api/`. */
export class Client {
  constructor(
    private readonly api: string,
    readonly token: string,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  get(address: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send(address, { headers });
  }

  post(address: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  }

  /** Sends POST query/, on `world` by default. */
  sql(query: string, { ontology = 'world', headers, body }: SqlOptions = {}): Promise<Answer> {
    return this.post('query/', { ontology_name: ontology, query, ...body }, headers);
  }

  /** Returns the rows of a SELECT; throws unless it succeeds. */
  async select(query: string, options?: SqlOptions): Promise<readonly Row[]> {
    return rowsOf(await this.sql(query, options));
  }

  private async send(address: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(`${this.api}/${address}`, {
      ...init,
      headers: { 'x-api-key': this.token, ...this.headers, ...(init.headers as Record<string, string> | undefined) },
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    return { status: response.status, headers: response.headers, text, body: (isJson ? JSON.parse(text) : {}) as Body };
  }
}

/** Returns the rows of a response; throws unless it succeeded. */
export function rowsOf({ status, text, body }: Answer): readonly Row[] {
  if (status !== 200 || !Array.isArray(body.data)) throw new Error(`answered ${status}: ${text}`);
  return body.data as readonly Row[];
}

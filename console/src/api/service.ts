import type { components, operations } from './openapi';
import { ServiceFault } from './service-fault';

type Answer<Name extends keyof operations> = operations[Name]['responses'][200]['content'] extends {
  'application/json': infer Body;
}
  ? Body
  : never;

export type OntologyDetails = Answer<'OntologiesController_read'>['data'];
export type Row = components['schemas']['Row'];
export type Rows = components['schemas']['Rows'];
export type Value = components['schemas']['Value'];
export type Result = components['schemas']['Result'];
export type Session = Answer<'SessionController_logIn'>['data'];
export type Operator = NonNullable<NonNullable<operations['FilterController_concept']['parameters']['query']>['_op_']>;
type ErrorBody = components['schemas']['Error'];

/** The address of the API, relative to the page, so that it also fits behind a proxy that adds a prefix. */
export const API = new URL('../api/', document.baseURI);

/** Calls the documented endpoints of the service. Each method rejects with a `ServiceFault`. */
export class Service {
  /** `onEnd` is called when the service no longer accepts the token. */
  constructor(
    readonly token: string,
    private readonly onEnd: (reason: string) => void,
  ) {}

  static async logIn(user: string, password: string): Promise<Session> {
    const response = await send('log_in', post({ user, password }));
    return ((await response.json()) as Answer<'SessionController_logIn'>).data;
  }

  /** Opens the session of a code that the service has printed. */
  static async logInOnce(code: string): Promise<Session> {
    const response = await send('log_in_once', post({ code }));
    return ((await response.json()) as Answer<'SessionController_logInOnce'>).data;
  }

  async logOut(): Promise<void> {
    await this.send('log_out', { method: 'POST' });
  }

  async ontologies(): Promise<readonly string[]> {
    return (await this.read<Answer<'OntologiesController_list'>>('get_ontologies')).data;
  }

  async ontology(name: string, signal?: AbortSignal): Promise<OntologyDetails> {
    const path = `get_ontology/${encodeURIComponent(name)}`;
    return (await this.read<Answer<'OntologiesController_read'>>(path, { signal })).data;
  }

  /** Returns rows of a concept; `address` is made by `filterAddress`. */
  rows(address: string, signal?: AbortSignal): Promise<Rows> {
    return this.read<Rows>(address, { signal });
  }

  query(ontology: string, query: string, signal?: AbortSignal): Promise<Result> {
    return this.read<Result>('query', { ...post({ ontology_name: ontology, query, columns: true }), signal });
  }

  /** Checks a script and applies nothing. Returns its warnings. */
  async check(ontology: string, script: string): Promise<readonly string[]> {
    const request = post({ ontology_name: ontology, query: script });
    const headers = { ...request.headers, 'x-dry-run': 'true' };
    return (await this.read<Result>('query', { ...request, headers })).warnings ?? [];
  }

  /** Returns the rows of a statement as a file of a media type. */
  async file(ontology: string, query: string, type: string): Promise<Blob> {
    const request = post({ ontology_name: ontology, query });
    return (await this.send('query', { ...request, headers: { ...request.headers, accept: type } })).blob();
  }

  private async read<Body>(path: string, init: Init = {}): Promise<Body> {
    return (await (await this.send(path, init)).json()) as Body;
  }

  private async send(path: string, init: Init): Promise<Response> {
    try {
      return await send(path, { ...init, headers: { ...init.headers, 'x-api-key': this.token } });
    } catch (error) {
      if (error instanceof ServiceFault && error.status === 401) this.onEnd('Your session has ended.');
      throw error;
    }
  }
}

interface Init {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
}

function post(body: object): Init & { readonly headers: Readonly<Record<string, string>> } {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

async function send(path: string, { signal, ...init }: Init): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(new URL(path, API), { ...init, ...(signal && { signal }) });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new ServiceFault(0, 'The service does not answer.');
  }
  if (response.ok) return response;
  throw await readFault(response);
}

async function readFault(response: Response): Promise<ServiceFault> {
  try {
    const { data, error } = (await response.json()) as ErrorBody;
    return new ServiceFault(response.status, data, error.hint, error.position);
  } catch {
    return new ServiceFault(response.status, `The service answered with status ${response.status}.`);
  }
}

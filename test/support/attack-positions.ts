import { textOf } from './attack-corpora';
import { type PlainRequest } from './keep-alive-client';

/** A position in a request for an input, and the permitted statuses of the response. */
export interface Position {
  readonly name: string;
  /** Returns the request; undefined when the input cannot be at this position. */
  readonly requestOf: (input: Buffer, ontology: string) => PlainRequest | undefined;
  readonly statuses: readonly number[];
  /** Matches inputs that are valid at this position, whose response has status 200. */
  readonly known?: RegExp;
}

const PROPERTIES = 'id|text|entity_(id|type|label)';
const JSON_TYPE = { 'content-type': 'application/json' };
const encode = (bytes: Buffer): string =>
  Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const GROUP = '_subj_=text&_op_=eq&_comp_=x';
const parameter = (
  name: string,
  before: string,
  known?: string,
  statuses: readonly number[] = [400, 414],
): Position => ({
  name,
  requestOf: (input, ontology) => ({ address: `/svc/api/q/${ontology}/concept/payload?${before}${encode(input)}` }),
  statuses,
  ...(known !== undefined && { known: new RegExp(`^\\s*(${known})\\s*$`, 'i') }),
});

const PARAMETERS: readonly Position[] = [
  parameter('subject', '_op_=is_null&_subj_=', PROPERTIES),
  parameter('subject of a path', '_op_=is_null&_subj_=text.', undefined),
  parameter('operator', '_subj_=text&_comp_=&_op_=', '(not_)?(eq|in|like)|neq?|nin|[gl]te?|is_(not_)?null|not_null'),
  parameter('conjunction', `${GROUP}&_subj1_=text&_op1_=is_null&_conj_=`, 'and|or'),
  parameter('_select_', '_select_=', `(${PROPERTIES})(\\s*,\\s*(${PROPERTIES}))*`),
  parameter('_order_', '_limit_=1&_order_=', `-?(${PROPERTIES})`),
  parameter('_limit_', '_limit_=', '\\d{1,16}'),
  parameter('_offset_', '_limit_=1&_offset_=', '\\d{1,16}'),
  parameter('_after_', '_limit_=1&_after_=', undefined),
  parameter('condition on elements', 'nested=true&_select_=text&_where_[text]=', undefined),
  parameter('order of elements', 'nested=true&_select_=text&_order_[text]=', undefined),
  parameter('number of elements', 'nested=true&_select_=text&_limit_[text]=', undefined),
  {
    name: 'member of a list',
    requestOf: (input, ontology) => ({
      address: `/svc/api/q/${ontology}/concept/payload?nested=true&_select_=text&_limit_[${encode(input)}]=1`,
    }),
    statuses: [400, 414],
  },
  parameter('_count_', '_limit_=1&_count_=', 'exact|estimate'),
  parameter('_format_', '_limit_=1&_format_=', 'json|ndjson|csv(_bom|_raw)?|xlsx|parquet|arrow'),
  parameter('_explain_', '_explain_=', 'true|false|1|0'),
  parameter('nested', '_limit_=1&nested=', 'true|false|1|0'),
  parameter('number', '_limit_=1&_typed_=0&_subj_=id&_op_=eq&_comp_=', '[+-]?\\d[\\d.e+-]*|\\.\\d+'),
  {
    name: 'name of a parameter',
    requestOf: (input, ontology) => ({ address: `/svc/api/q/${ontology}/concept/payload?${encode(input)}=1` }),
    statuses: [400, 414],
    known: /^(nested|_(typed|explain|limit|offset)_)$/,
  },
  {
    name: 'query string as it is',
    requestOf: (input, ontology) =>
      /^[!-"$-~]*$/.test(input.toString('latin1'))
        ? { address: `/svc/api/q/${ontology}/concept/payload?${input.toString('latin1')}` }
        : undefined,
    statuses: [200, 400, 414],
  },
];

/** A position in a path. An input with `/` is another path, so 404 and 405 are permitted too. */
const path = (name: string, before: string, after: string, statuses: readonly number[], known?: RegExp): Position => ({
  name,
  requestOf: (input, ontology) => ({ address: `${before.replace('*', ontology)}${encode(input)}${after}` }),
  statuses: [400, 404, 405, 414, ...statuses],
  ...(known !== undefined && { known }),
});

const PATHS: readonly Position[] = [
  path('concept', '/svc/api/q/*/concept/', '?_limit_=1', [], /^(payload|person|thing)$/i),
  path('view', '/svc/api/q/*/view/', '?_limit_=1', [], /^(payloads|v)$/i),
  path('ontology', '/svc/api/q/', '/concept/payload?_limit_=1', [], /^attack_/),
  path('ontology of get_ontology', '/svc/api/get_ontology/', '', [], /^attack_/),
  path('ontology of clear_cache', '/svc/api/clear_cache/', '', [501]),
  path('name of a configuration value', '/svc/api/get_config/', '', [403], /^REGION$/),
  {
    name: 'address as it is',
    requestOf: (input) =>
      /^[!-~]*$/.test(input.toString('latin1')) ? { address: `/${input.toString('latin1')}` } : undefined,
    statuses: [400, 404, 405, 414],
    known: /^\/*[?#]?$|^\/?(health|metrics|svc)/,
  },
];

const body = (
  name: string,
  bodyOf: (text: string, ontology: string) => object,
  more: readonly number[] = [],
): Position => ({
  name,
  requestOf: (input, ontology) => {
    const text = textOf(input);
    return text === undefined
      ? undefined
      : {
          method: 'POST',
          address: '/svc/api/query/',
          headers: JSON_TYPE,
          body: JSON.stringify(bodyOf(text, ontology)),
        };
  },
  statuses: [400, 404, ...more],
});

const BODIES: readonly Position[] = [
  body('ontology_name', (text) => ({ ontology_name: text, query: 'SELECT 1' })),
  body('statement', (text, ontology) => ({ ontology_name: ontology, query: text }), [200, 403, 409, 422, 504]),
  body('statement, between quotes', (text, ontology) => ({ ontology_name: ontology, query: `SELECT id FROM payload WHERE text = '${text}' LIMIT 3` }), [200, 403, 422]), // prettier-ignore
  body('statement, as a name', (text, ontology) => ({ ontology_name: ontology, query: `SELECT \`${text}\` FROM payload LIMIT 3` }), [200, 403, 422]), // prettier-ignore
  body('statement, as a table', (text, ontology) => ({ ontology_name: ontology, query: `SELECT 1 FROM \`${text}\` LIMIT 3` }), [200, 403, 422]), // prettier-ignore
  body('statement, as a function', (text, ontology) => ({ ontology_name: ontology, query: `SELECT ${text}(id) FROM payload LIMIT 3` }), [200, 403, 422]), // prettier-ignore
  body('name of a member', (text, ontology) => ({ ontology_name: ontology, query: 'SELECT 1', [text]: 1 })),
  {
    name: 'body',
    requestOf: (input) => ({ method: 'POST', address: '/svc/api/query/', headers: JSON_TYPE, body: input }),
    statuses: [400, 404],
  },
  {
    name: 'name of a new ontology, by a reader',
    requestOf: (input) => ({
      method: 'POST',
      address: '/svc/api/create_ontology/',
      headers: JSON_TYPE,
      body: JSON.stringify({ ontology_name: input.toString() }),
    }),
    statuses: [400, 403],
  },
];

/** Returns whether a header can contain the input; other inputs end the header or make the whole request invalid. */
const isHeader = (input: Buffer): boolean => /^[^\0-\x1f\x7f]*$/.test(input.toString('latin1')) && input.length < 8000;

const header = (name: string, statuses: readonly number[], more: Partial<PlainRequest> = {}): Position => ({
  name: `header ${name}`,
  requestOf: (input, ontology) =>
    isHeader(input)
      ? {
          address: `/svc/api/q/${ontology}/concept/payload?_limit_=1`,
          ...more,
          headers: { ...more.headers, [name]: input.toString('latin1') },
        }
      : undefined,
  statuses,
});

const STATEMENT = { method: 'POST', address: '/svc/api/query/', body: '{"ontology_name":"attack_duckdb","query":"SELECT 1"}' }; // prettier-ignore

const HEADERS: readonly Position[] = [
  header('x-api-key', [401]),
  header('x-request-id', [200]),
  header('nested', [200, 400]),
  header('accept', [200]),
  header('if-match', [200, 400], { ...STATEMENT, headers: JSON_TYPE }),
  header('content-type', [200, 400, 415], STATEMENT),
  header('authorization', [401, 429], { method: 'POST', address: '/svc/api/get_token' }),
  ...['cookie', 'user-agent', 'referer', 'origin', 'x-forwarded-for', 'x-forwarded-host', 'x-original-url', 'x-http-method-override', 'forwarded', 'accept-encoding', 'range', '__proto__'].map((name) => header(name, [200])), // prettier-ignore
];

/** Every position except values, which another test stores and queries. */
export const POSITIONS: readonly Position[] = [...PARAMETERS, ...PATHS, ...BODIES, ...HEADERS];

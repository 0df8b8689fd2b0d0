/** Words of engines and of the platform that must not occur in errors. */
const INTERNALS: readonly RegExp[] = [
  /\bat .+:\d+:\d+/,
  /node_modules|node:internal/,
  /\b(Binder|Parser|Catalog|Conversion|Constraint|IO|Invalid Input) Error\b/,
  /You have an error in your SQL syntax|\bER_[A-Z]|\berrno\b|SQLSTATE|SQLITE_|E[A-Z]+REFUSED/,
  /\b(libsql|knex|mysql2|MariaDB server)\b/i,
  /(^|[\s"'(])\/(tmp|home|usr|var|etc|root)\//,
  /\b\d+\.\d+\.\d+\b/,
];

/**
 * Returns what a response or a line of the log reveals, or undefined. `input` is part of the request: an error may repeat it, so its
 * content proves nothing.
 */
export function findLeak(text: string, secrets: readonly string[], input?: string): string | undefined {
  const secret = secrets.find((each) => text.includes(each) && input?.includes(each) !== true);
  if (secret !== undefined || input === undefined) return secret;
  return INTERNALS.find((each) => each.test(text) && !each.test(input))?.source;
}

interface RequestLine {
  readonly level: number;
  readonly request_id?: string;
  readonly msg: string;
  readonly req?: { readonly address: string };
  /** The client address of a malformed request. */
  readonly address?: string;
  readonly err?: { readonly code?: string };
}

/** Matches the ids that a client of the tests gives its requests. An input that is sent as an id can occur twice. */
const OWN_ID = /^attack-\d+$/;

/** Matches the permitted members of a line about a request, without headers and values. */
const MEMBERS =
  /^(level|time|pid|hostname|request_id|req|req\.(method|path|parameters|address)|address|user|ontology|status|code|ms|msg)$/;

/**
 * Returns the faults of a log, at most 20: lines that are not JSON, second lines about a request, levels above information, and
 * members or values that the log must not contain. A statement that reached its time limit may have a line with its error.
 */
export function findFaultsOfLog(log: string, secrets: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const repeats = (id: string): boolean => OWN_ID.test(id) && seen.size === seen.add(id).size;
  const faultOf = (text: string): string | undefined => {
    const line = JSON.parse(text) as RequestLine;
    if (line.err?.code === 'source_timed_out') return findLeak(text, secrets);
    const names = Object.entries(line).flatMap(([key, value]) =>
      key === 'req' ? Object.keys(value as object).map((each) => `req.${each}`) : [key],
    );
    const more = names.find((each) => !MEMBERS.test(each));
    if (more !== undefined) return `has ${more}`;
    if (line.level > 30) return `is of level ${line.level}`;
    if ((line.req?.address ?? line.address ?? '127.0.0.1') !== '127.0.0.1') return `knows another address`;
    const leak = findLeak(text, secrets);
    if (leak !== undefined) return `tells ${leak}`;
    return repeats(line.request_id ?? '') ? 'tells of a request twice' : undefined;
  };
  return log
    .split('\n')
    .filter((text) => text !== '')
    .flatMap((text) => {
      const fault = text.startsWith('{') && text.endsWith('}') ? faultOf(text) : 'is no JSON';
      return fault === undefined ? [] : [`${fault}: ${text.slice(0, 500)}`];
    })
    .slice(0, 20);
}

import type { LoggedError } from './describe-error';

/** A line of the log, as pino writes it. */
interface LogLine {
  readonly time: string;
  readonly level: number;
  readonly msg?: string;
  readonly worker?: number;
  readonly context?: string;
  readonly req?: { readonly method: string; readonly path: string; readonly address: string };
  readonly err?: LoggedError;
  readonly stack?: string;
}

const LEVELS: Readonly<Record<number, string>> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' }; // prettier-ignore
/** The fields that are left out: a terminal shows the lines of one service. */
const HIDDEN: ReadonlySet<string> = new Set(['pid', 'hostname']);
/** Control characters other than the line feed: in a terminal, they could hide or fake lines. */
const CONTROLS = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]/g;

/**
 * Returns a line of the log for people: time, level and message, then the other fields as `name=value`, and errors with their causes on
 * lines of their own.
 */
export function printPretty(line: string): string {
  const { time, level, msg = '', worker, context, req, err, stack, ...rest } = JSON.parse(line) as LogLine;
  const about = [
    ...(req === undefined ? [] : [req.method, req.path]),
    ...Object.entries({ ...rest, worker, address: req?.address }).flatMap(([name, value]) => printField(name, value)),
  ];
  const message = context === undefined ? msg : `[${context}] ${msg}`;
  const first = [time, (LEVELS[level] ?? String(level)).padEnd(5), message, ...about].join(' ').replaceAll('\n', ' ');
  const all = [first, ...(stack === undefined ? [] : [stack]), ...errorsOf(err).map(printError)].join('\n');
  return `${all.replaceAll(CONTROLS, ' ')}\n`;
}

function printField(name: string, value: unknown): readonly string[] {
  if (value === undefined || value === null || HIDDEN.has(name)) return [];
  const text = typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
  return [`${name}=${text}`];
}

function errorsOf(error: LoggedError | undefined): readonly LoggedError[] {
  return error === undefined ? [] : [error, ...errorsOf(error.cause)];
}

function printError({ type, message, code, stack }: LoggedError, index: number): string {
  const parts = [index === 0 ? type : `caused by ${type}`, message, typeof code === 'string' ? code : undefined];
  const title = parts
    .filter((part) => part !== undefined)
    .join(' ')
    .replaceAll('\n', ' ');
  return `    ${title}${stack === undefined ? '' : `\n${stack}`}`;
}

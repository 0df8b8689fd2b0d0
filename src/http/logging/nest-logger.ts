import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';
import { describeError } from './describe-error';

/** The framework's messages about its own start, which are logged at level debug. */
const FRAMEWORK = new Set(['InstanceLoader', 'NestApplication', 'NestFactory', 'RouterExplorer', 'RoutesResolver']);

/** A message with fields of its own. */
interface Line {
  readonly msg: string;
}

function isLine(message: unknown): message is Line {
  return typeof message === 'object' && message !== null && !(message instanceof Error) && 'msg' in message;
}

/** Writes the messages of Nest and of the services to the log of the requests. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    const context = rest.at(-1);
    this.write(typeof context === 'string' && FRAMEWORK.has(context) ? 'debug' : 'info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Writes a message. Nest passes the context as the last of `rest`, and an error or its stack before it. */
  private write(
    level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace',
    message: unknown,
    rest: unknown[],
  ): void {
    const context = rest.at(-1);
    const error = message instanceof Error ? message : rest.find((each) => each instanceof Error);
    const stack = rest.length > 1 && typeof rest[0] === 'string' ? rest[0] : undefined;
    if (isLine(message)) {
      const { msg, ...fields } = message;
      this.logger[level]({ context, ...fields }, msg);
      return;
    }
    const text = message instanceof Error ? (describeError(message, false).message ?? 'an error') : String(message);
    this.logger[level]({ context, err: error, stack }, text);
  }
}

import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type ResultField } from './field-types';
import { type Keepable, mayBeKept } from './may-be-kept';

/**
 * The most statements that the server keeps for one connection, and their most characters together. A kept statement with its plan takes
 * memory of the server process, the more the longer it is.
 */
const MOST_STATEMENTS = 50;
const MOST_CHARACTERS = 2 ** 17;
/** SQLSTATE of a name that the server does not know, for example because a pooler has discarded it: `invalid_sql_statement_name`. */
const UNKNOWN_NAME = '26000';
/** The function of the server that rejects a kept statement whose columns have changed. Its message can be in any language. */
const REVALIDATION = 'RevalidateCachedQuery';

/** A statement that the server keeps under a name. */
export interface Kept {
  readonly name: string;
  /** Its columns, which cannot change: the server then rejects the statement. Empty for a statement whose rows are not described. */
  readonly fields: readonly ResultField[];
}

/** A connection, with the number of its server process as received at the log-in. */
interface Identified {
  readonly processID?: number | null;
}

/**
 * The statements that the server keeps parsed and planned for one connection. Their names are digests of their SQL, so that a name has one
 * meaning on all connections. Statements are kept only on a connection that has a server process of its own; a pooler that shares server
 * processes among clients invents the process number that it sends at the log-in.
 */
export class KeptNames {
  private isOwn: boolean | undefined;
  private readonly kept: LRUCache<string, Kept>;
  private closable: string[] = [];

  constructor(private readonly processId: string) {
    this.kept = new LRUCache({
      max: MOST_STATEMENTS,
      maxSize: MOST_CHARACTERS,
      sizeCalculation: (_, sql) => sql.length,
      dispose: ({ name }, _, reason) => {
        if (reason !== 'set') this.discard(name);
      },
    });
  }

  /** Returns the kept statement; undefined if the server does not keep it. */
  find(sql: string): Kept | undefined {
    return this.kept.get(sql);
  }

  /** Returns the name under which the server may keep the statement; undefined if it may not. */
  nameFor(statement: Keepable): string | undefined {
    const { sql } = statement;
    if (this.isOwn !== true || sql.length > MOST_CHARACTERS || !mayBeKept(statement)) return undefined;
    return `oqs_${createHash('sha256').update(sql).digest('base64url')}`;
  }

  /** Records that the server has parsed a statement under its name. */
  add(sql: string, statement: Kept): void {
    if (this.isOwn === true) this.kept.set(sql, statement);
  }

  /** Marks a name under which the server may have parsed a statement: it is closed in the next exchange. */
  discard(name: string): void {
    this.closable.push(name);
  }

  /** Returns the names that the server must close. The caller sends them before all else, because the server always closes them. */
  takeClosable(): readonly string[] {
    const { closable } = this;
    if (closable.length > 0) this.closable = [];
    return closable;
  }

  /**
   * Checks the number of the process that runs an exchange. Throws if it was the process of the connection before and is not any more,
   * because the kept statements of another process are unknown.
   */
  checkProcess(processId: string | null): void {
    if (this.isOwn === false) return;
    const wasOwn = this.isOwn;
    this.isOwn = processId === this.processId;
    if (wasOwn === true && !this.isOwn) {
      this.keepNone();
      throw Object.assign(new Error('the connection has another server process'), { code: UNKNOWN_NAME });
    }
  }

  /**
   * Returns whether an error means only that a statement is not kept in its present form, so that it can be run again with its SQL. Such a
   * statement is not kept any more; if the server does not know a name, the connection keeps no statements at all.
   */
  forgetAfter(error: unknown, sql: string): boolean {
    const { code, routine } = error as { readonly code?: unknown; readonly routine?: unknown };
    if (code === UNKNOWN_NAME) this.keepNone();
    else if (routine === REVALIDATION) this.kept.delete(sql);
    else return false;
    return true;
  }

  private keepNone(): void {
    this.isOwn = false;
    this.kept.clear();
    this.closable = [];
  }
}

const namesBy = new WeakMap<Identified, KeptNames>();

/** Returns the kept statements of a connection. */
export function keptNamesOf(connection: Identified): KeptNames {
  const known = namesBy.get(connection);
  if (known !== undefined) return known;
  const names = new KeptNames(String(connection.processID));
  namesBy.set(connection, names);
  return names;
}

import type { DuckDBPreparedStatement } from '@duckdb/node-api';
import { LRUCache } from 'lru-cache';

interface Owned {
  readonly sql: string;
  /** Removes the statement from those that its connection has prepared. */
  readonly forget: () => void;
}

/**
 * The limits on kept statements. A plan takes 0.03 to 0.4 MB of memory outside V8; one of long SQL takes more, up to 0.8 KB per character.
 */
export interface MostKept {
  readonly statements: number;
  readonly characters: number;
}

const MOST_KEPT: MostKept = { statements: 200, characters: 200_000 };

/**
 * The prepared statements that no connection runs at the moment, of all embedded engines together: a limit for each connection would grow
 * with the number of data sources. The least recently used one is destroyed first.
 */
export class KeptStatements {
  private readonly kept: LRUCache<DuckDBPreparedStatement, Owned>;
  private readonly longest: number;

  constructor({ statements, characters }: MostKept = MOST_KEPT) {
    this.longest = characters;
    this.kept = new LRUCache({
      max: statements,
      maxSize: characters,
      sizeCalculation: ({ sql }) => Math.max(1, sql.length),
      dispose: ({ forget }, statement, reason) => {
        if (reason !== 'evict') return;
        forget();
        statement.destroySync();
      },
    });
  }

  get size(): number {
    return this.kept.size;
  }

  /** Keeps a finished statement until others need its place. `forget` is called before it is destroyed, perhaps at once. */
  add(statement: DuckDBPreparedStatement, owned: Owned): void {
    if (owned.sql.length <= this.longest) {
      this.kept.set(statement, owned);
      return;
    }
    owned.forget();
    statement.destroySync();
  }

  /** Returns a statement to its connection, which runs or destroys it. */
  remove(statement: DuckDBPreparedStatement): void {
    this.kept.delete(statement);
  }
}

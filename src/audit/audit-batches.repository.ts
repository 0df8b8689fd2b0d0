import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { Repository } from '../system-database';
import { type AuditEntry } from '../model';

interface Row {
  readonly id: number;
  readonly entry_count: number;
  /** The entries as JSON, encoded as `encoding` says. */
  readonly entries: string;
  /** `gzip`: compressed, in base64; null: plain, as versions before 2026-11 wrote them. */
  readonly encoding: 'gzip' | null;
}

const compress = promisify(gzip);
const decompress = promisify(gunzip);
const FAST = { level: constants.Z_BEST_SPEED };

/**
 * The table `audit_batches`. Each row contains the entries of one write, so that many entries cost one row. Entries are compressed in another
 * thread, to a tenth of their size: SQLite writes on the main thread, and requests wait for as long as it takes.
 */
@Injectable()
export class AuditBatchesRepository extends Repository {
  async insert(entries: readonly AuditEntry[]): Promise<void> {
    const packed = await compress(JSON.stringify(entries), FAST);
    await this.rows().insert({
      entry_count: entries.length,
      entries: packed.toString('base64'),
      encoding: 'gzip',
    });
  }

  /** Deletes the oldest batches while at least `least` entries remain. */
  async forgetOldest(least: number): Promise<void> {
    const counted = this.rows().select('id', this.database.raw('sum(entry_count) over (order by id desc) as newer'));
    const oldest = await this.database.from(counted.as('counted')).where('newer', '>=', least).max('id as id').first<{ id: number | null }>(); // prettier-ignore
    if (oldest.id !== null) await this.rows().where('id', '<', oldest.id).delete();
  }

  /** Returns all entries in the order in which they were written. */
  async list(): Promise<readonly AuditEntry[]> {
    const rows = await this.rows().orderBy('id').select('entries', 'encoding');
    const batches = await Promise.all(rows.map(readEntries));
    return batches.flat();
  }

  private rows() {
    return this.database<Row>('audit_batches');
  }
}

async function readEntries({ entries, encoding }: Pick<Row, 'entries' | 'encoding'>): Promise<AuditEntry[]> {
  const text = encoding === null ? entries : (await decompress(Buffer.from(entries, 'base64'))).toString();
  return JSON.parse(text) as AuditEntry[];
}

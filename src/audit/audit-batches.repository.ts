import { Injectable } from '@nestjs/common';
import { Repository } from '../system-database';
import { type AuditEntry } from '../model';

interface Row {
  readonly id: number;
  readonly entry_count: number;
  /** The entries as JSON. */
  readonly entries: string;
}

/** The table `audit_batches`. Each row contains the entries of one write, so that many entries cost one row. */
@Injectable()
export class AuditBatchesRepository extends Repository {
  async insert(entries: readonly AuditEntry[]): Promise<void> {
    await this.rows().insert({ entry_count: entries.length, entries: JSON.stringify(entries) });
  }

  /** Deletes the oldest batches while at least `least` entries remain. */
  async forgetOldest(least: number): Promise<void> {
    const counted = this.rows().select('id', this.database.raw('sum(entry_count) over (order by id desc) as newer'));
    const oldest = await this.database.from(counted.as('counted')).where('newer', '>=', least).max('id as id').first<{ id: number | null }>(); // prettier-ignore
    if (oldest.id !== null) await this.rows().where('id', '<', oldest.id).delete();
  }

  /** Returns all entries in the order in which they were written. */
  async list(): Promise<readonly AuditEntry[]> {
    const rows = await this.rows().orderBy('id').select('entries');
    return rows.flatMap(({ entries }) => JSON.parse(entries) as AuditEntry[]);
  }

  private rows() {
    return this.database<Row>('audit_batches');
  }
}

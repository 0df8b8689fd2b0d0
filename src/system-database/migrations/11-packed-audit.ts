import { gunzipSync } from 'node:zlib';
import { type Knex } from 'knex';

interface Batch {
  readonly id: number;
  readonly entries: string;
}

/** The encoding of the entries in a row of the audit log: `gzip` for JSON that gzip has compressed, in base64; null for plain JSON. */
export const packedAudit: Knex.Migration = {
  async up(database) {
    if (await database.schema.hasColumn('audit_batches', 'encoding')) return;
    await database.schema.alterTable('audit_batches', (table) => void table.string('encoding', 8).nullable());
  },
  async down(database) {
    const packed = await database<Batch>('audit_batches').where('encoding', 'gzip').select('id', 'entries');
    for (const { id, entries } of packed) {
      const unpacked = gunzipSync(Buffer.from(entries, 'base64')).toString();
      await database('audit_batches').where({ id }).update({ entries: unpacked });
    }
    await database.schema.alterTable('audit_batches', (table) => void table.dropColumn('encoding'));
  },
};

import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Environment } from '../../config';
import { type Knex, SYSTEM_DATABASE } from '../../database';
import { allows, type AuditEntry, type Caller } from '../../model';
import { AuditBatches } from './audit-batches.repository';
import { leaveOutValues } from './leave-out-values';

const WRITE_EVERY_MS = 1000;
const MOST_IN_BATCH = 1000;
/** How many batches are written from one look at how many there are to the next. */
const FORGET_EVERY = 100;
/** While the system database is away: what comes beyond is lost, and the log of the service tells how much. */
const MOST_WAITING = 20_000;

/**
 * Who asked what of which version, and what became of it (`sys_audit`). Entries are written behind the answers, up to a second's worth
 * at once; an orderly stop writes the rest.
 */
@Injectable()
export class AuditLog implements BeforeApplicationShutdown {
  private readonly log = new Logger(AuditLog.name);
  private readonly batches: AuditBatches;
  private readonly mostEntries: number;
  private waiting: AuditEntry[] = [];
  private lost = 0;
  private written = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(@Inject(SYSTEM_DATABASE) database: Knex, { auditLogRows }: Environment) {
    this.batches = new AuditBatches(database);
    this.mostEntries = auditLogRows;
  }

  /** Takes note of an answered request, if a handler asked for it (`Audited`). */
  observe(request: FastifyRequest, reply: FastifyReply): void {
    const { auditNote: note, caller } = request;
    if (this.mostEntries === 0 || note === undefined || caller === undefined) return;
    if (this.waiting.length >= MOST_WAITING) {
      this.lost++;
      return;
    }
    this.waiting.push({
      time: new Date().toISOString(),
      user: caller.name,
      ontology: note.ontology,
      version: note.version ?? null,
      statement: leaveOutValues(note.statement),
      rows: note.rowCount(),
      milliseconds: Math.round(reply.elapsedTime),
      outcome: note.refusal ?? (reply.raw.writableFinished ? 'success' : 'broken_off'),
      requestId: request.id,
    });
    this.timer ??= setTimeout(() => void this.write(), WRITE_EVERY_MS).unref();
  }

  /** What the caller may read, oldest first: all for ADMIN ON ALL, else what was asked of the ontologies on which they have ADMIN. */
  async list(caller: Caller): Promise<readonly AuditEntry[]> {
    await this.write();
    const entries = await this.batches.list();
    return entries.filter(({ ontology }) => allows(caller, 'ADMIN', { kind: 'ontology', ontology }));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write();
    if (this.waiting.length > 0) this.log.error(`${this.waiting.length} entries of the audit log were not written`);
  }

  /** Writes what waits; one write at a time, so that the entries stay in order. */
  private write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.then(() => this.writeWaiting());
    return this.writing;
  }

  private async writeWaiting(): Promise<void> {
    try {
      while (this.waiting.length > 0) {
        const batch = this.waiting.slice(0, MOST_IN_BATCH);
        await this.batches.insert(batch);
        this.waiting = this.waiting.slice(batch.length);
        if (this.written++ % FORGET_EVERY === 0) await this.batches.forgetOldest(this.mostEntries);
      }
      if (this.lost > 0) this.log.error(`${this.lost} entries of the audit log were lost`);
      this.lost = 0;
    } catch (error) {
      this.log.warn({ err: error }, 'the audit log could not be written, and will be tried again');
      this.timer ??= setTimeout(() => void this.write(), WRITE_EVERY_MS).unref();
    }
  }
}

import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Environment } from '../config';
import { type AuditNote, type AuditSubject } from '../http';
import { allows, type AuditEntry, type Caller } from '../model';
import { Workers } from '../workers';
import { AuditBatchesRepository } from './audit-batches.repository';
import { leaveOutValues } from './leave-out-values';

const WRITE_EVERY_MS = 1000;
const MOST_IN_BATCH = 1000;
/** Number of batches between two deletions of old entries. */
const FORGET_EVERY = 100;
/** Most entries that wait while the system database is unreachable. Further entries are lost, and the service logs their number. */
const MOST_WAITING = 20_000;

const QUESTION = 'write the audit log';

interface NamedOntology {
  readonly id: string;
  readonly name: string;
}

/** How work of a request ended. */
interface WorkEnd {
  readonly milliseconds: number;
  /** See `AuditEntry`. */
  readonly outcome: string;
  readonly requestId: string;
}

/**
 * The audit log (`sys_audit`): the user, statement, version and outcome of each request. Entries are written after the responses, those of
 * up to a second together; an orderly shutdown writes the rest.
 */
@Injectable()
export class AuditLogService implements BeforeApplicationShutdown {
  private readonly log = new Logger(AuditLogService.name);
  private readonly mostEntries: number;
  private waiting: AuditEntry[] = [];
  private lost = 0;
  private written = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing = Promise.resolve(true);

  constructor(
    private readonly batches: AuditBatchesRepository,
    { auditLogRows }: Environment,
    private readonly workers: Workers,
  ) {
    this.mostEntries = auditLogRows;
    workers.onQuestion(QUESTION, () => this.write());
  }

  /** Records a finished request, if its user is known. */
  observe(request: FastifyRequest, reply: FastifyReply): void {
    const { auditNote: note, caller } = request;
    const user = note?.user ?? (caller && nameOf(caller));
    if (note === undefined || user === undefined) return;
    const outcome = reply.request.refusal ?? outcomeOf(note, reply);
    this.add(user, note, { milliseconds: reply.elapsedTime, outcome, requestId: request.id });
  }

  /** Records the end of work that went on after the response to its request. */
  observeWork(caller: Caller, note: AuditNote, end: WorkEnd): void {
    this.add(nameOf(caller), note, end);
  }

  private add(user: string, note: AuditNote, { milliseconds, outcome, requestId }: WorkEnd): void {
    if (this.mostEntries === 0) return;
    if (this.waiting.length >= MOST_WAITING) {
      this.lost++;
      return;
    }
    const { ontology, ontologyId, version, statement } = aboutOf(note, note.subject?.() ?? NO_SUBJECT);
    this.waiting.push({
      time: new Date().toISOString(),
      user,
      ontology,
      ontologyId,
      version,
      statement,
      rows: note.rowCount(),
      milliseconds: Math.round(milliseconds),
      outcome,
      requestId,
      protocol: note.protocol,
    });
    this.timer ??= setTimeout(() => void this.write(), WRITE_EVERY_MS).unref();
  }

  /**
   * Returns the entries that the caller may read, oldest first: all with ADMIN ON ALL, else those about the ontologies in `ontologies` on
   * which the caller has ADMIN.
   */
  async list(caller: Caller, ontologies: readonly NamedOntology[]): Promise<readonly AuditEntry[]> {
    await Promise.all([this.write(), this.workers.ask(QUESTION)]);
    const entries = await this.batches.list();
    if (allows(caller, 'ADMIN', { kind: 'all' })) return entries;
    const own = ontologies.filter(({ name }) => allows(caller, 'ADMIN', { kind: 'ontology', ontology: name }));
    const ids = new Set<string | null>(own.map(({ id }) => id));
    return entries.filter(({ ontologyId }) => ids.has(ontologyId));
  }

  async beforeApplicationShutdown(): Promise<void> {
    while ((await this.write()) && this.waiting.length > 0);
    if (this.waiting.length > 0) this.log.error(`${this.waiting.length} entries of the audit log were not written`);
  }

  /** Writes the waiting entries, and resolves with whether it could. One write at a time, so that the entries remain in order. */
  private write(): Promise<boolean> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.writing = this.writing.then(() => this.writeWaiting());
    return this.writing;
  }

  /** Leaves entries that arrive meanwhile to the next write: under load, there would otherwise be one small write after another. */
  private async writeWaiting(): Promise<boolean> {
    try {
      for (let left = this.waiting.length; left > 0;) {
        const batch = this.waiting.slice(0, Math.min(left, MOST_IN_BATCH));
        await this.batches.insert(batch);
        this.waiting = this.waiting.slice(batch.length);
        left -= batch.length;
        if (this.written++ % FORGET_EVERY === 0) await this.batches.forgetOldest(this.mostEntries);
      }
      if (this.lost > 0) this.log.error(`${this.lost} entries of the audit log were lost`);
      this.lost = 0;
      return true;
    } catch (error) {
      this.log.warn('cannot write the audit log: trying again', error);
      this.timer ??= setTimeout(() => void this.write(), WRITE_EVERY_MS).unref();
      return false;
    }
  }
}

/** Returns the user of an entry; `a/b` where `a` acts as `b`, `a#t` for a limited token `t`: no name of a user contains these characters. */
function nameOf({ name, impersonator, token }: Caller): string {
  if (token !== undefined) return `${name}#${token.name}`;
  return impersonator === undefined ? name : `${impersonator}/${name}`;
}

const NO_SUBJECT: AuditSubject = { statement: () => '' };

/** Returns what a request was about: what its handler noted, otherwise what the request names. */
function aboutOf(
  note: AuditNote,
  subject: AuditSubject,
): Pick<AuditEntry, 'ontology' | 'ontologyId' | 'version' | 'statement'> {
  return {
    ontology: note.ontology ?? subject.ontology ?? 'system',
    ontologyId: note.ontologyId ?? subject.ontologyId ?? null,
    version: note.version ?? subject.version ?? null,
    statement: leaveOutValues(note.statement ?? subject.statement(), note.form),
  };
}

function outcomeOf({ isDryRun, isAccepted }: AuditNote, { raw }: FastifyReply): string {
  if (isAccepted === true) return 'accepted';
  if (!raw.writableFinished) return 'broken_off';
  return isDryRun === true ? 'dry_run' : 'success';
}

import { Writable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { Environment } from '../config';
import { connectSystemDatabase } from '../system-database/connecting/connect-system-database';
import { logOptions, NestLogger } from '../http';
import { type AuditEntry, type Caller } from '../model';
import { Workers } from '../workers';
import { AuditBatchesRepository } from './audit-batches.repository';
import { AuditLogService } from './audit-log.service';

const auditNote = { user: 'ana', ontology: 'shop', statement: 'SELECT 1', rowCount: () => 1 };
const reply = { elapsedTime: 1, raw: { writableFinished: true }, request: { id: 'r1' } };
const observeOne = (audit: AuditLogService): void => {
  audit.observe({ auditNote } as FastifyRequest, reply as FastifyReply);
};
const READER: Caller = { id: '1', name: 'reader', roles: [], grants: [] };

describe('the audit log', () => {
  it('logs why entries cannot be written, and how many are lost', async () => {
    const lines: unknown[] = [];
    const stream = new Writable({
      write: (line, _encoding, done) => {
        lines.push(JSON.parse(String(line)));
        done();
      },
    });
    Logger.overrideLogger(new NestLogger(pino(logOptions('info'), stream)));
    const database = await connectSystemDatabase('sqlite::memory:');
    try {
      const audit = new AuditLogService(new AuditBatchesRepository(database), new Environment(), new Workers());
      observeOne(audit);
      await audit.beforeApplicationShutdown();
    } finally {
      await database.destroy();
      Logger.overrideLogger(['error']);
    }
    expect(lines).toMatchObject([
      {
        context: 'AuditLogService',
        msg: 'cannot write the audit log: trying again',
        err: { message: expect.stringContaining('no such table') as string },
      },
      { context: 'AuditLogService', msg: '1 entries of the audit log were not written' },
    ]);
  });

  it('writes entries that arrive during a write together in the next one, and the last ones at the shutdown', async () => {
    const sizes: number[] = [];
    const batches = {
      insert: (entries: readonly AuditEntry[]) => {
        sizes.push(entries.length);
        if (sizes.length < 4) observeMany(2);
        return Promise.resolve();
      },
      forgetOldest: () => Promise.resolve(),
      list: () => Promise.resolve([]),
    };
    const audit = new AuditLogService(batches as unknown as AuditBatchesRepository, new Environment(), new Workers());
    const observeMany = (count: number): void => {
      for (let left = count; left > 0; left--) observeOne(audit);
    };
    observeMany(1500);
    await audit.list(READER, []);
    expect(sizes).toEqual([1000, 500]);
    await audit.beforeApplicationShutdown();
    expect(sizes).toEqual([1000, 500, 4, 2]);
  });
});

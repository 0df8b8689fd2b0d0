import { Writable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { Environment } from '../config';
import { connectSystemDatabase } from '../system-database/connecting/connect-system-database';
import { logOptions, NestLogger } from '../http';
import { Workers } from '../workers';
import { AuditBatchesRepository } from './audit-batches.repository';
import { AuditLogService } from './audit-log.service';

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
      const auditNote = { user: 'ana', ontology: 'shop', statement: 'SELECT 1', rowCount: () => 1 };
      const reply = { elapsedTime: 1, raw: { writableFinished: true }, request: { id: 'r1' } };
      audit.observe({ auditNote } as FastifyRequest, reply as FastifyReply);
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
});

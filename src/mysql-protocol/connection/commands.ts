import type { SessionStatement } from '../../compiler/statement';
import { ServiceError } from '../../errors';
import type { OutputColumn } from '../../model';
import { ByteReader } from '../packets/byte-reader';
import { ByteWriter } from '../packets/byte-writer';
import { type SentColumn, sentColumn } from '../packets/column-type';
import { endPacket, endsWithoutEof, eofPacket, okPacket } from '../packets/print-results';
import { COMMAND } from '../packets/protocol';
import { unknownCommand } from '../session/refusal';
import type { ConnectionServices } from './connection-services';
import { PreparedStatements } from './prepared-statements';
import { describeColumns, type Sending } from './send-results';
import type { StatementRunner } from './statement-runner';

/** Executes a command, after its first byte. Returns whether an OK packet answers it. */
type Execute = (sending: Sending, reader: ByteReader) => boolean | Promise<boolean>;

/** The commands that count as requests for the limits. */
const COUNTED: ReadonlySet<number> = new Set([COMMAND.query, COMMAND.prepare, COMMAND.execute, COMMAND.listFields]);

/** Returns whether a command counts as a request for the limits. */
export function isCounted(payload: Buffer): boolean {
  return COUNTED.has(payload[0] ?? 0);
}

/** Executes the commands of one connection (MySQL manual, "Command phase"). */
export class Commands {
  private readonly prepared = new PreparedStatements();
  private readonly table: ReadonlyMap<number, Execute>;

  constructor(
    private readonly services: ConnectionServices,
    private readonly runner: StatementRunner,
    /** Whether the client may send several statements in one command. */
    private allowsSeveral: boolean,
  ) {
    const { prepared } = this;
    this.table = new Map<number, Execute>([
      [COMMAND.query, (sending, reader) => this.query(sending, textIn(reader))],
      [COMMAND.prepare, (sending, reader) => this.prepare(sending, textIn(reader))],
      [COMMAND.execute, (sending, reader) => this.execute(sending, reader)],
      [
        COMMAND.sendLongData,
        (_, reader) =>
          silently(() => {
            prepared.addLongData(reader);
          }),
      ],
      [
        COMMAND.closeStatement,
        (_, reader) =>
          silently(() => {
            this.close(reader.number(4));
          }),
      ],
      [
        COMMAND.resetStatement,
        (_, reader) =>
          confirmed(() => {
            this.resetStatement(reader.number(4));
          }),
      ],
      [COMMAND.fetch, (sending, reader) => this.fetch(sending, reader)],
      [COMMAND.useDatabase, (sending, reader) => this.use(sending, textIn(reader))],
      [COMMAND.listFields, (sending, reader) => this.listFields(sending, reader.terminated())],
      [COMMAND.statistics, (sending) => this.statistics(sending)],
      [COMMAND.kill, (sending, reader) => this.kill(sending, reader.number(4))],
      [COMMAND.setOption, (sending, reader) => this.setOption(sending, reader.number(2))],
      [
        COMMAND.resetConnection,
        ({ session }) =>
          confirmed(() => {
            session.reset();
            this.reset();
          }),
      ],
      [COMMAND.ping, () => true],
    ]);
  }

  /** Forgets the prepared statements, and closes their cursors. */
  reset(): void {
    this.runner.cursors.clear();
    this.prepared.clear();
  }

  /** Executes one command, and adds its answer to the packets. */
  async run(sending: Sending, payload: Buffer): Promise<void> {
    const reader = new ByteReader(payload);
    const execute = this.table.get(reader.number(1));
    if (execute === undefined) throw unknownCommand();
    if (await execute(sending, reader)) sending.packets.write(okPacket(endOf(sending)));
  }

  private async query(sending: Sending, text: string): Promise<false> {
    const { statements: reader } = this.services;
    const most = this.allowsSeveral ? Infinity : 1;
    const statements = await this.runner.reading(sending, text, () => {
      const read = reader.parseText(sending.session, text);
      checkNumber(
        read.map(({ statement }) => statement),
        most,
      );
      return read;
    });
    for (const [index, { statement, values: parameters }] of statements.entries()) {
      const hasMore = index < statements.length - 1;
      const asked = { text, statement, parameters, isReused: parameters !== undefined };
      await this.runner.run(sending, asked, { isBinary: false, hasMore });
    }
    return false;
  }

  private async prepare(sending: Sending, text: string): Promise<false> {
    const { packets, capabilities } = sending;
    const { statement, columns } = await this.runner.noting(sending, text, async (request) => {
      const parsed = checkNumber(this.services.statements.parse(sending.session, text), 1);
      return { statement: parsed, columns: (await this.services.statements.columnsOf(request, parsed)) ?? [] };
    });
    const { id, parameterCount } = this.prepared.add(text, statement);
    const header = new ByteWriter().number(0, 1).number(id, 4).number(columns.length, 2).number(parameterCount, 2);
    packets.write(header.number(0, 3).finish());
    const parameters = Array.from({ length: parameterCount }, () => ({ name: '?', type: 'string' }) as const);
    for (const described of [parameters, columns]) {
      describeColumns(packets, sentColumns(described), { table: { database: '', name: '' } });
      if (described.length > 0 && !endsWithoutEof(capabilities)) packets.write(eofPacket(endOf(sending)));
    }
    return false;
  }

  private async execute(sending: Sending, reader: ByteReader): Promise<false> {
    const { prepared, parameters, hasCursor } = this.prepared.readExecution(reader);
    const { id, text, statement } = prepared;
    this.runner.cursors.close(id);
    const asked = { text, statement, parameters };
    if (hasCursor) await this.runner.open(sending, asked, id);
    else await this.runner.run(sending, asked, { isBinary: true, hasMore: false });
    return false;
  }

  private async fetch(sending: Sending, reader: ByteReader): Promise<false> {
    const id = reader.number(4);
    this.prepared.check(id);
    await this.runner.fetch(sending, id, reader.number(4));
    return false;
  }

  private resetStatement(id: number): void {
    this.prepared.reset(id);
    this.runner.cursors.close(id);
  }

  private close(id: number): void {
    this.prepared.close(id);
    this.runner.cursors.close(id);
  }

  private async use(sending: Sending, name: string): Promise<true> {
    await this.services.statements.use(await this.runner.requestOf(sending, ''), name);
    return true;
  }

  private async listFields(sending: Sending, table: string): Promise<false> {
    const { packets, capabilities, session } = sending;
    const request = await this.runner.requestOf(sending, '');
    const columns = await this.services.statements.columnsOfTable(request, table);
    const place = { table: { database: session.database ?? '', name: table }, hasDefault: true };
    describeColumns(packets, sentColumns(columns), place);
    packets.write(endPacket(endOf(sending), capabilities));
    return false;
  }

  private async statistics(sending: Sending): Promise<false> {
    const { connections } = await this.runner.requestOf(sending, '');
    sending.packets.write(Buffer.from(`Uptime: ${Math.floor(process.uptime())}  Threads: ${connections().length}`));
    return false;
  }

  private async kill(sending: Sending, connection: number): Promise<true> {
    (await this.runner.requestOf(sending, '')).kill(connection, false);
    return true;
  }

  private setOption(sending: Sending, option: number): false {
    this.allowsSeveral = option === 0;
    sending.packets.write(eofPacket(endOf(sending)));
    return false;
  }
}

/** Returns the first of the statements of a text, of which there must be one, and at most `most`. */
function checkNumber([first, ...others]: readonly SessionStatement[], most: number): SessionStatement {
  if (first === undefined) throw new ServiceError('statement_malformed', 'the text contains no statement');
  if (others.length < most) return first;
  throw new ServiceError('statement_malformed', 'the text contains several statements', {
    hint: 'the client must allow several statements in one command',
    offset: others[0]?.at,
  });
}

function textIn(reader: ByteReader): string {
  return reader.rest().toString('utf8');
}

/** Runs a command that an OK packet answers. */
function confirmed(work: () => void): true {
  work();
  return true;
}

/** Runs a command without an answer. */
function silently(work: () => void): false {
  work();
  return false;
}

function endOf({ session }: Sending): { readonly status: number; readonly warnings: number } {
  return { status: session.status, warnings: 0 };
}

/** Returns the columns as they are described before any row is known. */
function sentColumns(columns: readonly OutputColumn[]): readonly SentColumn[] {
  return columns.map((column, index) => sentColumn(column, index, []));
}

import type { SessionStatement } from '../../compiler/statement';
import { ServiceError } from '../../errors';
import { type ByteReader } from '../packets/byte-reader';
import {
  type ParameterType,
  type ParameterValue,
  readParameterTypes,
  readParameterValues,
} from '../packets/read-parameters';
import { READ_ONLY_CURSOR } from '../packets/protocol';
import { unknownStatement } from '../session/refusal';

const MOST_STATEMENTS = 1000;
/** The most bytes of the texts of all prepared statements of a connection, and of the values that were sent before executions. */
const MOST_HELD_BYTES = 16 * 2 ** 20;

/** A statement that a client has prepared. */
export interface PreparedText {
  readonly id: number;
  readonly text: string;
  readonly statement: SessionStatement;
  readonly parameterCount: number;
}

interface Kept extends PreparedText {
  types: readonly ParameterType[];
  /** The values that the client sent before the execution, by the place of their parameters. */
  readonly long: Map<number, Buffer>;
  isTooLong: boolean;
}

/** An execution of a prepared statement, with the values of its parameters. */
export interface Execution {
  readonly prepared: PreparedText;
  readonly parameters: readonly ParameterValue[] | undefined;
  /** Whether the client fetches the rows (COM_STMT_FETCH). */
  readonly hasCursor: boolean;
}

/** The prepared statements of a connection. */
export class PreparedStatements {
  private readonly statements = new Map<number, Kept>();
  private lastId = 0;
  /** The length of all texts and values. */
  private held = 0;

  add(text: string, statement: SessionStatement): PreparedText {
    if (this.statements.size >= MOST_STATEMENTS || this.held + text.length > MOST_HELD_BYTES) {
      const message = `a connection has at most ${MOST_STATEMENTS} prepared statements, of ${MOST_HELD_BYTES} bytes together`;
      throw new ServiceError('statement_too_large', message, { hint: 'close statements that are no longer used' });
    }
    const parameterCount = statement.placeholders?.length ?? 0;
    const prepared: Kept = {
      id: ++this.lastId,
      text,
      statement,
      parameterCount,
      types: [],
      long: new Map(),
      isTooLong: false,
    };
    this.statements.set(prepared.id, prepared);
    this.held += text.length;
    return prepared;
  }

  /** Reads COM_STMT_EXECUTE, after its first byte. Ignores the number of executions. */
  readExecution(reader: ByteReader): Execution {
    const prepared = this.get(reader.number(4));
    const hasCursor = (reader.number(1) & READ_ONLY_CURSOR) !== 0;
    reader.skip(4);
    const { parameterCount: count } = prepared;
    if (prepared.isTooLong)
      throw new ServiceError('request_too_large', `the parameters have more than ${MOST_HELD_BYTES} bytes`);
    if (count === 0) return { prepared, parameters: undefined, hasCursor };
    const isNull = reader.take((count + 7) >> 3);
    if (reader.number(1) === 1) prepared.types = readParameterTypes(reader, count);
    if (prepared.types.length !== count) throw new ServiceError('request_malformed', 'the parameters have no types');
    const parameters = readParameterValues(reader, prepared.types, isNull, prepared.long);
    this.forgetLong(prepared);
    return { prepared, parameters, hasCursor };
  }

  /** Reads COM_STMT_SEND_LONG_DATA, after its first byte: a part of the value of a parameter. Has no answer, thus ignores unknown statements. */
  addLongData(reader: ByteReader): void {
    const prepared = this.statements.get(reader.number(4));
    const place = reader.number(2);
    if (prepared === undefined || place >= prepared.parameterCount) return;
    const known = prepared.long.get(place);
    const part = reader.rest();
    prepared.isTooLong ||= this.held + part.length > MOST_HELD_BYTES;
    if (prepared.isTooLong) return;
    this.held += part.length;
    prepared.long.set(place, known === undefined ? Buffer.from(part) : Buffer.concat([known, part]));
  }

  /** Forgets the values of parameters that were sent before. */
  reset(id: number): void {
    const prepared = this.get(id);
    this.forgetLong(prepared);
    prepared.isTooLong = false;
  }

  close(id: number): void {
    const prepared = this.statements.get(id);
    if (prepared === undefined) return;
    this.forgetLong(prepared);
    this.held -= prepared.text.length;
    this.statements.delete(id);
  }

  clear(): void {
    this.statements.clear();
    this.held = 0;
  }

  private forgetLong({ long }: Kept): void {
    for (const { length } of long.values()) this.held -= length;
    long.clear();
  }

  /** Throws if the client has prepared no statement with this id. */
  check(id: number): void {
    this.get(id);
  }

  private get(id: number): Kept {
    const prepared = this.statements.get(id);
    if (prepared === undefined) throw unknownStatement(id);
    return prepared;
  }
}

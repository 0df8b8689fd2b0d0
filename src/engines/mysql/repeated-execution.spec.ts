import { type FieldPacket, type PoolConnection } from 'mysql2';
import { type CompiledQuery } from '../../model';
import { type RowReader } from './cell-rows';
import { type DriverExecution, readPackets, repeatExecution } from './repeated-execution';

const QUERY: CompiledQuery = { dialect: 'mysql', sql: 'SELECT 1', parameters: [], columns: [] };
const READER = { readPackets: () => ({ next: () => undefined }) } as unknown as RowReader;

interface Executed {
  execute(packet: undefined, connection: unknown): boolean;
}

/** Repeats an execution on a connection that has executed the statement before; the returned function is called with its error. */
function repeat(writePacket: () => void): jest.Mock {
  const connection = {
    config: { clientFlags: 0 },
    addCommand: (command: Executed) => command.execute(undefined, connection),
    _resetSequenceId: () => undefined,
    writePacket,
  };
  const command: DriverExecution = { statement: { id: 1, close: () => undefined }, buildParserFromFields: jest.fn() };
  const pooled = connection as unknown as PoolConnection;
  readPackets(pooled, QUERY.sql, command, READER);
  command.buildParserFromFields?.([{} as FieldPacket], connection);
  const fail = jest.fn();
  const listener = { reader: READER, begin: () => undefined, end: () => undefined, fail };
  expect(repeatExecution(pooled, QUERY, listener)).toBe(true);
  return fail;
}

describe('repeatExecution', () => {
  it('sends the packets of a turn at its end, and those after one that cannot be sent', async () => {
    const broken = new Error('the connection is broken');
    const written: string[] = [];
    const first = repeat(() => {
      throw broken;
    });
    const second = repeat(() => written.push('second'));
    const third = repeat(() => written.push('third'));
    expect(written).toEqual([]);
    await new Promise(setImmediate);
    expect(written).toEqual(['second', 'third']);
    expect(first).toHaveBeenCalledWith(broken);
    expect(second).not.toHaveBeenCalled();
    expect(third).not.toHaveBeenCalled();
  });
});

import { ServiceError } from '../../errors';
import { classifyMySqlError, isConnectionLost } from './classify-mysql-error';

const failure = (properties: object) => Object.assign(new Error('at 10.1.2.3 in SELECT secret'), properties);

describe('classifyMySqlError', () => {
  it.each([
    [{ errno: 1064, code: 'ER_PARSE_ERROR' }, 'source_refused'],
    [{ errno: 1146, code: 'ER_NO_SUCH_TABLE' }, 'source_refused'],
    [{ errno: 1045, code: 'ER_ACCESS_DENIED_ERROR', fatal: true }, 'source_refused'],
    [{ errno: 1049, code: 'ER_BAD_DB_ERROR', fatal: true }, 'source_refused'],
    [{ errno: 1040, code: 'ER_CON_COUNT_ERROR', fatal: true }, 'source_unavailable'],
    [{ errno: 1047, code: 'ER_UNKNOWN_COM_ERROR' }, 'source_unavailable'],
    [{ errno: 1317, code: 'ER_QUERY_INTERRUPTED' }, 'source_unavailable'],
    [{ errno: -111, code: 'ECONNREFUSED', fatal: true }, 'source_unavailable'],
    [{ code: 'ETIMEDOUT' }, 'source_unavailable'],
    [{ code: 'ENOTFOUND' }, 'source_unavailable'],
    [{ code: 'PROTOCOL_CONNECTION_LOST' }, 'source_unavailable'],
    [{ errno: 1969 }, 'source_timed_out'],
    [{ errno: 3024 }, 'source_timed_out'],
    [{}, 'source_refused'],
  ])('of %p is %s', (properties, code) => {
    const cause = failure(properties);
    const refusal = classifyMySqlError(cause);
    expect(refusal).toMatchObject({ code, cause });
    expect(refusal.message).not.toMatch(/10\.1\.2\.3|secret/);
  });

  it('leaves a refusal as it is', () => {
    const refusal = new ServiceError('source_busy', 'x');
    expect(classifyMySqlError(refusal)).toBe(refusal);
  });
});

describe('isConnectionLost', () => {
  it.each([
    [failure({ code: 'ECONNRESET' }), true],
    [failure({ code: 'EPIPE' }), true],
    [new Error("Can't add new command when connection is in closed state"), true],
    [failure({ code: 'ECONNREFUSED' }), false],
    [failure({ errno: 1064 }), false],
    [undefined, false],
  ])('of %p is %s', (error, expected) => {
    expect(isConnectionLost(error)).toBe(expected);
  });
});

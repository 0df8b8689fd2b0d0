import { ServiceError } from '../../errors';
import { classifyMySqlError, isConnectionLost, isNodeAway } from './classify-mysql-error';

const failure = (properties: object) => Object.assign(new Error('at 10.1.2.3 in SELECT secret'), properties);

describe('classifyMySqlError', () => {
  it.each([
    [{ errno: 1064, code: 'ER_PARSE_ERROR' }, 'source_refused'],
    [{ errno: 1146, code: 'ER_NO_SUCH_TABLE' }, 'source_refused'],
    [{ errno: 1045, code: 'ER_ACCESS_DENIED_ERROR', fatal: true }, 'source_refused'],
    [{ errno: 1049, code: 'ER_BAD_DB_ERROR', fatal: true }, 'source_refused'],
    [{ errno: 1524, code: 'ER_PLUGIN_IS_NOT_LOADED', fatal: true }, 'source_refused'],
    [{ errno: 3118, code: 'ER_ACCOUNT_HAS_BEEN_LOCKED', fatal: true }, 'source_refused'],
    [{ errno: 3159, code: 'ER_SECURE_TRANSPORT_REQUIRED', fatal: true }, 'source_refused'],
    [{ code: 'AUTH_SWITCH_PLUGIN_ERROR', fatal: true }, 'source_refused'],
    [{ code: 'HANDSHAKE_NO_SSL_SUPPORT', fatal: true }, 'source_unavailable'],
    [{ code: 'HANDSHAKE_SSL_ERROR', fatal: true }, 'source_unavailable'],
    [{ errno: -104, code: 'HANDSHAKE_SSL_ERROR', fatal: true }, 'source_unavailable'],
    [{ errno: 1053, code: 'ER_SERVER_SHUTDOWN' }, 'source_unavailable'],
    [{ errno: 1129, code: 'ER_HOST_IS_BLOCKED', fatal: true }, 'source_unavailable'],
    [{ errno: 1203, code: 'ER_TOO_MANY_USER_CONNECTIONS', fatal: true }, 'source_unavailable'],
    [{ errno: 1205, code: 'ER_LOCK_WAIT_TIMEOUT' }, 'source_unavailable'],
    [{ errno: 1213, code: 'ER_LOCK_DEADLOCK' }, 'source_unavailable'],
    [{ errno: 1226, code: 'ER_USER_LIMIT_REACHED' }, 'source_unavailable'],
    [{ errno: 1461, code: 'ER_MAX_PREPARED_STMT_COUNT_REACHED' }, 'source_unavailable'],
    [{ errno: 1615, code: 'ER_NEED_REPREPARE' }, 'source_unavailable'],
    [{ errno: 1927, code: 'ER_CONNECTION_KILLED' }, 'source_unavailable'],
    [{ errno: 4031, code: 'ER_CLIENT_INTERACTION_TIMEOUT' }, 'source_unavailable'],
    [{ errno: 9001 }, 'source_unavailable'],
    [{ errno: 9005 }, 'source_unavailable'],
    [{ errno: 12701 }, 'source_unavailable'],
    [{ code: 'EAI_AGAIN' }, 'source_unavailable'],
    [{ code: 'HANDSHAKE_UNKNOWN_ERROR', fatal: true }, 'source_unavailable'],
    [{ errno: 1040, code: 'ER_CON_COUNT_ERROR', fatal: true }, 'source_unavailable'],
    [{ errno: 1047, code: 'ER_UNKNOWN_COM_ERROR' }, 'source_unavailable'],
    [{ errno: 1317, code: 'ER_QUERY_INTERRUPTED' }, 'source_unavailable'],
    [{ errno: -111, code: 'ECONNREFUSED', fatal: true }, 'source_unavailable'],
    [{ code: 'ETIMEDOUT' }, 'source_unavailable'],
    [{ code: 'ENOTFOUND' }, 'source_unavailable'],
    [{ code: 'PROTOCOL_CONNECTION_LOST' }, 'source_unavailable'],
    [{ errno: 1969 }, 'source_timed_out'],
    [{ errno: 3024 }, 'source_timed_out'],
    [{ errno: 1690, code: 'ER_DATA_OUT_OF_RANGE' }, 'source_bad_value'],
    [{ errno: 1139, code: 'ER_REGEXP_ERROR' }, 'source_bad_value'],
    [{ errno: 3141, code: 'ER_INVALID_JSON_TEXT_IN_PARAM' }, 'source_bad_value'],
    [{ errno: 1260 }, 'source_text_too_long'],
    [{ errno: 1301 }, 'source_text_too_long'],
    [{ errno: 1931 }, 'source_recursion_too_long'],
    [{ errno: 3636, code: 'ER_CTE_MAX_RECURSION_DEPTH' }, 'source_recursion_too_long'],
    [{}, 'source_refused'],
  ])('maps %p to %s', (properties, code) => {
    const cause = failure(properties);
    const refusal = classifyMySqlError(cause);
    expect(refusal).toMatchObject({ code, cause });
    expect(refusal.details.retryAfter).toBe(code === 'source_unavailable' ? 1 : undefined);
    expect(refusal.message).not.toMatch(/10\.1\.2\.3|secret/);
  });

  it('adds a hint on the quotes of mappings when a column is missing', () => {
    const { message, details } = classifyMySqlError(failure({ errno: 1054, code: 'ER_BAD_FIELD_ERROR' }));
    expect(message).toBe('the data source rejected the statement: a column does not exist');
    expect(details.hint).toMatch(/strings in single quotes$/);
  });

  it('returns a ServiceError unchanged', () => {
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
    [Object.assign(new Error("Unknown column 'shop is closed' in 'WHERE'"), { errno: 1054 }), false],
    [undefined, false],
  ])('returns for %p: %s', (error, expected) => {
    expect(isConnectionLost(error)).toBe(expected);
  });
});

describe('isNodeAway', () => {
  it.each([
    [{ code: 'ECONNREFUSED' }, true],
    [{ code: 'PROTOCOL_CONNECTION_LOST' }, true],
    [{ errno: 1047, code: 'ER_UNKNOWN_COM_ERROR' }, true],
    [{ errno: 1053, code: 'ER_SERVER_SHUTDOWN' }, true],
    [{ errno: 1040, code: 'ER_CON_COUNT_ERROR', fatal: true }, true],
    [{ code: 'HANDSHAKE_UNKNOWN_ERROR', fatal: true }, true],
    [{ errno: 1045, code: 'ER_ACCESS_DENIED_ERROR', fatal: true }, false],
    [{ code: 'HANDSHAKE_SSL_ERROR', fatal: true }, false],
    [{ errno: 1064, code: 'ER_PARSE_ERROR' }, false],
    [{ errno: 1213, code: 'ER_LOCK_DEADLOCK' }, false],
    [{ errno: 1317, code: 'ER_QUERY_INTERRUPTED' }, false],
    [{ errno: 1927, code: 'ER_CONNECTION_KILLED' }, false],
    [{ errno: 1969, code: 'ER_STATEMENT_TIMEOUT' }, false],
  ])('returns for %p: %s', (properties, expected) => {
    expect(isNodeAway(failure(properties))).toBe(expected);
  });
});

import { ServiceError } from '../../errors';
import { NO_ROOM } from '../../model';
import { classifyPostgreSqlError, isConnectionLost, isNodeAway, isRecoveryConflict } from './classify-postgresql-error';

const failure = (properties: object) => Object.assign(new Error('at 10.1.2.3 in SELECT secret'), properties);
const ofServer = (code: string, message = 'at 10.1.2.3') => failure({ severity: 'ERROR', code, message });

describe('classifyPostgreSqlError', () => {
  it.each([
    ['42601', 'source_refused'],
    ['42P01', 'source_refused'],
    ['42703', 'source_refused'],
    ['25006', 'source_refused'],
    ['28P01', 'source_refused'],
    ['3D000', 'source_refused'],
    ['22003', 'source_bad_value'],
    ['22008', 'source_bad_value'],
    ['22012', 'source_bad_value'],
    ['2201F', 'source_bad_value'],
    ['2201B', 'source_bad_value'],
    ['22007', 'source_bad_value'],
    ['22P02', 'source_bad_value'],
    ['22P05', 'source_bad_value'],
    ['57014', 'source_timed_out'],
    ['57P01', 'source_unavailable'],
    ['57P02', 'source_unavailable'],
    ['57P03', 'source_unavailable'],
    ['53300', 'source_unavailable'],
    ['40001', 'source_unavailable'],
    ['08006', 'source_unavailable'],
    ['58030', 'source_unavailable'],
    ['54011', 'plan_unsupported'],
    ['54001', 'plan_unsupported'],
  ])('maps SQLSTATE %s to %s, without its message', (state, code) => {
    const error = classifyPostgreSqlError(ofServer(state));
    expect(error.code).toBe(code);
    expect(error.message).not.toMatch(/10\.1|secret/);
  });

  it.each([
    ['cannot convert NaN to bigint', 'source_bad_value'],
    ['cannot convert infinity to integer', 'source_bad_value'],
    ['cursors on views are not supported', 'source_refused'],
  ])('maps a feature that the server lacks, "%s", to %s', (message, code) => {
    expect(classifyPostgreSqlError(ofServer('0A000', message)).code).toBe(code);
  });

  it.each([
    [{ code: 'ECONNREFUSED' }, 'source_unavailable'],
    [{ code: 'ENOTFOUND' }, 'source_unavailable'],
    [{ code: 'EADDRESSREFUSED' }, 'source_unavailable'],
    [{ code: 'CERT_HAS_EXPIRED' }, 'source_unavailable'],
    [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'source_unavailable'],
    [{ message: 'The server does not support SSL connections' }, 'source_unavailable'],
    [{ message: 'Connection terminated unexpectedly' }, 'source_unavailable'],
    [{ message: 'timeout exceeded when trying to connect' }, 'source_busy'],
    [{ message: 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string' }, 'source_refused'],
  ])('maps %p of the driver to %s', (properties, code) => {
    expect(classifyPostgreSqlError(failure(properties)).code).toBe(code);
  });

  it('recognizes the error of a string that would be too long, and names a missing column', () => {
    const long = ofServer('22P02', `invalid input syntax for type boolean: "99999999: ${NO_ROOM}"`);
    expect(classifyPostgreSqlError(long).code).toBe('source_text_too_long');
    for (const message of ['column "nam" does not exist', 'column t.nam does not exist'])
      expect(classifyPostgreSqlError(ofServer('42703', message)).details).toMatchObject({ column: 'nam' });
  });

  it('returns a ServiceError unchanged', () => {
    const error = new ServiceError('source_busy', 'busy');
    expect(classifyPostgreSqlError(error)).toBe(error);
  });
});

describe('a lost connection', () => {
  it.each([[{ code: 'ECONNRESET' }], [{ message: 'Connection terminated unexpectedly' }], [{ message: 'timeout expired' }]])(
    'is %p, and its server is away',
    (properties) => {
      expect([isConnectionLost(failure(properties)), isNodeAway(failure(properties))]).toEqual([true, true]);
    },
  ); // prettier-ignore

  it('is not a conflict of a standby with its primary, after which the same server may run the statement', () => {
    const conflict = ofServer('40001', 'canceling statement due to conflict with recovery');
    expect([isRecoveryConflict(conflict), isConnectionLost(conflict), isNodeAway(conflict)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(classifyPostgreSqlError(conflict).code).toBe('source_unavailable');
    for (const other of [ofServer('57P01'), failure({ code: 'ECONNRESET' }), failure({ code: '40001' })])
      expect(isRecoveryConflict(other)).toBe(false);
  });

  it('is not an error of a statement', () => {
    expect([isConnectionLost(ofServer('42601')), isNodeAway(ofServer('42601'))]).toEqual([false, false]);
    expect([isConnectionLost(ofServer('57P01')), isNodeAway(ofServer('57P01'))]).toEqual([true, true]);
    expect(isNodeAway(ofServer('57P03'))).toBe(true);
  });
});

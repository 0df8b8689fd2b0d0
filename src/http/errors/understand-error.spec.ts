import { NotFoundException, ServiceUnavailableException } from '@nestjs/common';
import { errorCodes } from 'fastify';
import { ServiceError } from '../../errors';
import { errorBody } from './error-body';
import { STATUS_OF_CODE } from './status-of-code';
import { understandError } from './understand-error';

describe('understandError', () => {
  it('returns a ServiceError unchanged', () => {
    const refusal = new ServiceError('ontology_unknown', 'there is no ontology "shp"', {
      hint: 'did you mean "shop"?',
    });
    expect(understandError(refusal)).toBe(refusal);
  });

  it.each([
    [new NotFoundException('Cannot GET /home/me?key=1'), 'request_unknown_path'],
    [new ServiceUnavailableException({ status: 'error', error: { host: 'db.internal' } }), 'service_unavailable'],
    [new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE(), 'request_too_large'],
    [new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE('text/plain'), 'request_content_type'],
    [new errorCodes.FST_ERR_BAD_URL('/%zz'), 'request_malformed'],
    [new errorCodes.FST_ERR_MAX_PARAM_LENGTH('/x'), 'request_address_too_long'],
    [new errorCodes.FST_ERR_REP_ALREADY_SENT('/x', 'GET'), 'service_internal'],
    [Object.assign(new Error('Duplicate entry'), { code: 'ER_DUP_ENTRY', statusCode: 404 }), 'service_internal'],
    [Object.assign(new Error('connect ECONNREFUSED db.internal'), { code: 'ECONNREFUSED' }), 'service_unavailable'],
    [Object.assign(new Error('the server is a standby'), { code: 'ESTANDBY' }), 'service_unavailable'],
    [Object.assign(new Error('WSREP has not yet prepared node'), { code: 'ER_UNKNOWN_COM_ERROR' }), 'service_unavailable'], // prettier-ignore
    [Object.assign(new Error('Timeout acquiring'), { name: 'KnexTimeoutError' }), 'service_unavailable'],
    [new TypeError('x is not a function'), 'service_internal'],
    ['thrown text', 'service_internal'],
    [undefined, 'service_internal'],
    [null, 'service_internal'],
  ])('understands %p', (error, code) => {
    expect(understandError(error).code).toBe(code);
  });

  it.each([new NotFoundException('Cannot GET /home/me?key=1'), new Error('connect ECONNREFUSED db.internal:3306')])(
    'repeats nothing from the message of %p',
    (error) => {
      const body = JSON.stringify(errorBody(understandError(error), 'id-1'));
      expect(body).not.toMatch(/home|key=|db\.internal/);
    },
  );
});

describe('errorBody', () => {
  it('has the documented keys in their order, and no empty ones', () => {
    const position = { line: 1, column: 7 };
    const full = errorBody(
      new ServiceError('statement_malformed', 'unexpected "FORM"', { hint: 'FROM?', position }),
      'id-1',
    );
    expect(JSON.stringify(full)).toBe(
      '{"status":"error","data":"unexpected \\"FORM\\"","error":{"code":"statement_malformed","hint":"FROM?","position":{"line":1,"column":7},"request_id":"id-1"}}',
    );
    expect(Object.keys(errorBody(new ServiceError('ontology_unknown', 'no'), 'id-1').error)).toEqual([
      'code',
      'request_id',
    ]);
  });

  it('hides the message of an internal error', () => {
    const body = errorBody(new ServiceError('service_internal', 'SELECT password FROM users'), 'id-1');
    expect(body.data).toBe('internal error');
  });
});

describe('STATUS_OF_CODE', () => {
  it('uses the documented statuses and no others', () => {
    const allowed = [400, 401, 403, 404, 405, 408, 409, 413, 414, 415, 422, 429, 431, 500, 501, 502, 503, 504];
    expect([...new Set(Object.values(STATUS_OF_CODE))].sort((a, b) => a - b)).toEqual(allowed);
  });
});

import { printPretty } from './print-pretty';

const LINE = { level: 30, time: '2026-11-23T10:00:00.000Z', pid: 7, hostname: 'vm', msg: 'request' };
const print = (fields: object): string => printPretty(`${JSON.stringify({ ...LINE, ...fields })}\n`);

it.each([
  [
    'a request',
    {
      request_id: 'a-1',
      req: { method: 'GET', path: '/svc/api/q', address: '::1' },
      user: 'ana b',
      status: 200,
      ms: 4.2,
    },
    '2026-11-23T10:00:00.000Z INFO  request GET /svc/api/q request_id=a-1 user="ana b" status=200 ms=4.2 address=::1\n',
  ],
  ['an event', { level: 40, context: 'Engines', msg: 'slow', worker: 2 }, '2026-11-23T10:00:00.000Z WARN  [Engines] slow worker=2\n'], // prettier-ignore
  [
    'an error with its cause',
    { level: 50, err: { type: 'ServiceError', message: 'away', stack: 'x\n    at f', cause: { type: 'Error', code: 'ECONNRESET' } } }, // prettier-ignore
    '2026-11-23T10:00:00.000Z ERROR request\n    ServiceError away\nx\n    at f\n    caused by Error ECONNRESET\n',
  ],
])('prints %s', (_, fields, text) => {
  expect(print(fields)).toBe(text);
});

it('prints one line without control characters, whatever a message contains', () => {
  expect(print({ msg: 'a\nb\u001b[2Jc' })).toBe('2026-11-23T10:00:00.000Z INFO  a b [2Jc\n');
});

import { Breaker } from './breaker';

const fail = (breaker: Breaker, times: number, now = 0) => {
  for (let count = 0; count < times; count++) breaker.fail(now);
};

describe('Breaker', () => {
  it('opens after three failures in a row, and not before', () => {
    const breaker = new Breaker();
    fail(breaker, 2);
    expect(breaker.state).toBe('closed');
    breaker.fail(0);
    expect(breaker.state).toBe('open');
  });

  it('opens at once when a server hangs', () => {
    const breaker = new Breaker();
    breaker.open(1_000);
    expect(breaker.state).toBe('open');
    expect(breaker.isDue(1_500)).toBe(true);
  });

  it('resets the count of failures after a success', () => {
    const breaker = new Breaker();
    fail(breaker, 2);
    breaker.succeed();
    fail(breaker, 2);
    expect(breaker.state).toBe('closed');
  });

  it('resets the count of failures after a response to a statement', () => {
    const breaker = new Breaker();
    fail(breaker, 2);
    breaker.noteAnswer();
    fail(breaker, 2);
    expect(breaker.state).toBe('closed');
    breaker.fail(0);
    breaker.noteAnswer();
    expect(breaker.state).toBe('open');
  });

  it('is due for a probe half a second after its last failure', () => {
    const breaker = new Breaker();
    fail(breaker, 3, 1_000);
    expect(breaker.isDue(1_499)).toBe(false);
    expect(breaker.isDue(1_500)).toBe(true);
    breaker.fail(1_400);
    expect(breaker.isDue(1_500)).toBe(false);
  });

  it('closes or opens after its probe, and allows only one probe', () => {
    const breaker = new Breaker();
    fail(breaker, 3);
    breaker.beginProbe();
    expect(breaker.state).toBe('half_open');
    expect(breaker.isDue(10_000)).toBe(false);
    breaker.fail(10_000);
    expect(breaker.state).toBe('open');
    breaker.beginProbe();
    breaker.succeed();
    expect(breaker.state).toBe('closed');
  });
});

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type HeavyLoad } from '../support/heavy-load';
import { median } from '../support/median';

const SUPPORT = join(__dirname, '..', 'support');

describe('four heavy statements on the embedded engine', () => {
  it('delay neither the event loop nor a small statement', () => {
    const hook = ['--require', join(SUPPORT, 'typescript-hook.cjs'), join(SUPPORT, 'heavy-load.ts')];
    const { heavy, small, loopDelay } = JSON.parse(execFileSync(process.execPath, hook, { encoding: 'utf8' })) as HeavyLoad; // prettier-ignore
    expect(heavy).toHaveLength(5);
    expect(Math.max(...heavy)).toBeGreaterThan(1_000);
    expect(small.length).toBeGreaterThan(10);
    expect(median(small)).toBeLessThan(Math.max(...heavy) / 50);
    expect(loopDelay.p99).toBeLessThan(Math.max(...heavy) / 100);
  }, 120_000);
});

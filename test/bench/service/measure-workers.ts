import { type CorePlan } from './cores';
import { rotate, type Round } from './figures';
import { onServer } from './measure-exports';
import { numbersOf } from './measure-workload';
import { type OurService } from './our-service';
import { pin } from './processes';
import { type Bench, type Effort, measureRound, openList, type Row } from './run-rounds';
import { sideOfOurs } from './sides';
import { type Workload } from './workload';

/**
 * Measures several workers against one. The service, its data source and the load have cores of their own (`CorePlan`), so that none of
 * them waits for another; one worker has the same cores as several.
 */
export async function measureWorkers(
  workload: Workload,
  { service, workers, plan, effort, seed }: { readonly service: OurService; readonly workers: number; readonly plan: CorePlan; readonly effort: Effort; readonly seed: number }, // prettier-ignore
  bench: Bench,
): Promise<Row> {
  const numbers = numbersOf(workload, seed);
  const { connections } = workload;
  pin(bench.load.pid, plan.load);
  if (bench.source.pid !== undefined) pin(bench.source.pid, plan.source);
  const sides = [workers, 1].map((count) => ({ count, rounds: [] as Round[] }));
  for (let round = 0; round < effort.rounds; round++) {
    for (const { count, rounds } of rotate(sides, round)) {
      await onServer(
        () => service.start({ WORKERS: String(count) }),
        async (server) => {
          pin(server.pid, plan.service);
          const list = await openList(sideOfOurs(server, workload, numbers), bench.load);
          await list.run({ connections, seconds: effort.warmUp });
          rounds.push(await measureRound(server, list, { connections, seconds: effort.seconds }, bench.source));
          await list.close();
        },
      );
    }
  }
  return {
    id: 'workers',
    title: `${workload.title}, ${workers} workers against one`,
    sides: sides.map(({ count, rounds }) => ({ name: count === 1 ? '1 worker' : `${count} workers`, rounds, different: undefined })), // prettier-ignore
  };
}

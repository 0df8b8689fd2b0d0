import './process/starting';
import './engines/size-thread-pool';
import cluster from 'node:cluster';
import { readEnvironment } from './config';

async function start(): Promise<void> {
  const environment = readEnvironment();
  if (environment.workers > 1 && cluster.isPrimary) {
    const { Supervisor } = await import('./process/cluster.ts');
    new Supervisor(environment).start();
  } else {
    const { serve } = await import('./app.serve.ts');
    await serve(environment);
  }
}

start().catch((error: unknown) => {
  console.error(`cannot start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});

import './app.starting';
import './database/size-thread-pool';
import { printDemo } from './app.demo';
import { stopInOrder } from './app.lifecycle';
import { createApplication } from './app.setup';
import { readEnvironment } from './config';

async function start(): Promise<void> {
  const environment = readEnvironment();
  const app = await createApplication(environment);
  stopInOrder(app, environment);
  await app.listen(environment.port, environment.host);
  if (environment.demo) await printDemo(app, environment);
}

start().catch((error: unknown) => {
  console.error(`cannot start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(1);
});

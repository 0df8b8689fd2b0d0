export { type Claim } from './counts';
export { Exchange } from './exchange';
export { joinWorkers, workerNumber, Workers } from './workers';
export { WorkersModule } from './workers.module';

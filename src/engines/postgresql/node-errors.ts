import { type NodeErrors } from '../nodes/node';
import { isNodeAway, isOfServer, isStarting } from './classify-postgresql-error';

/** What the errors of servers of PostgreSQL mean for the choice of a server. */
export const postgreSqlErrors: NodeErrors = { isNodeAway, isOutOfCluster: isStarting, silenceOf };

/** Returns the error of a ping if the server did not respond at all, not even with an error; undefined if it responded. */
async function silenceOf(ping: Promise<unknown>): Promise<Error | undefined> {
  try {
    await ping;
    return undefined;
  } catch (error) {
    return !isOfServer(error) && isNodeAway(error) ? (error as Error) : undefined;
  }
}

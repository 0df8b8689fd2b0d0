import { type Connection, type ConnectionOptions } from 'mysql2';
import { orDestroy, PING_MS } from '../nodes/or-destroy';

/**
 * Runs `question` on a new connection to a server, and closes the connection. Rejects after 1.5 s without a response. Loads the driver on
 * first use.
 */
export async function askServer(
  options: ConnectionOptions,
  question: (connection: Connection) => Promise<unknown>,
): Promise<void> {
  const { createConnection } = await import('mysql2');
  const connection = createConnection(options);
  connection.on('error', ignoreLateError);
  await orDestroy(connection, question(connection), PING_MS);
  connection.destroy();
}

/** Handles errors of an idle connection: without a listener, the error would end the process. The pool removes the connection by itself. */
export function ignoreLateError(): void {
  return undefined;
}

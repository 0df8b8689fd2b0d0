import { type Connection } from 'mysql2';
import { classifyMySqlError } from './classify-mysql-error';

/**
 * Rejects with error 1047 if the server is a Galera node that has left its cluster. This node accepts connections and still runs a SELECT
 * that reads no table, but rejects the statement that is used here. Resolves for every other server, including one that does not support
 * the statement.
 */
export async function assertTakesStatements(connection: Connection): Promise<void> {
  try {
    await connection.promise().query('DO 0');
  } catch (error) {
    if (classifyMySqlError(error).code !== 'source_refused') throw error;
  }
}

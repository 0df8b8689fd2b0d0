import { type Connection } from 'mysql2';
import { classifyMySqlError } from './classify-mysql-error';

/**
 * Rejects with 1047 where the server is a Galera node that has left its cluster: such a node takes connections and answers what reads
 * no table, so that only a statement like this tells. Every other server resolves, one that does not know the statement, too.
 */
export async function assertTakesStatements(connection: Connection): Promise<void> {
  try {
    await connection.promise().query('DO 0');
  } catch (error) {
    if (classifyMySqlError(error).code !== 'source_refused') throw error;
  }
}

import { type PoolConnection, type RowDataPacket } from 'mysql2';
import { isConnectionLost, isOfIncomplete } from './classify-mysql-error';

/**
 * The warning of a connection's last statement which says that its answer is incomplete, as an error with its number: the
 * server cuts texts of aggregates and ends recursions with no more than that. Undefined where there is none, where the server
 * has kept others in its place (`max_error_count`) or shows none.
 */
export function findIncomplete(connection: PoolConnection): Promise<Error | undefined> {
  return new Promise((resolve) => {
    connection.query<RowDataPacket[][]>('SHOW WARNINGS', (error, rows) => {
      if (error !== null) {
        resolve(isConnectionLost(error) ? error : undefined);
        return;
      }
      const found = rows.map(([, errno, message]) => ({
        errno: Number(errno),
        message: message as unknown as string,
      }));
      const cause = found.find(({ errno }) => isOfIncomplete(errno));
      resolve(cause && Object.assign(new Error(cause.message), { errno: cause.errno }));
    });
  });
}

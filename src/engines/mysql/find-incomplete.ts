import { type PoolConnection, type RowDataPacket } from 'mysql2';
import { isConnectionLost, isOfIncomplete } from './classify-mysql-error';

/**
 * Returns the warning which reports that the result of the last statement is incomplete, as an error with its number: the server reports
 * cut aggregate strings and ended recursions only by a warning. Returns the error if the connection is lost. Returns undefined if there is
 * no warning of this kind, if the server has dropped it (`max_error_count`), or if it shows no warnings.
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

import { type Connection } from 'mysql2';
import { type RowDataPacket } from 'mysql2/promise';

/**
 * What tells a server from others behind the same address, where a balancer spreads connections; undefined where the server does not
 * say. Numbers of connections are those of one server.
 */
export async function readServerIdentity(connection: Connection): Promise<string | undefined> {
  const asked = connection.promise().query<RowDataPacket[]>('SELECT @@hostname, @@port, @@server_id');
  const [[row] = []] = await asked.catch(() => [[]]);
  return row && JSON.stringify(row);
}

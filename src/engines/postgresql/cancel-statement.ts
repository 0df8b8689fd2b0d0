import { type Connection } from 'pg';
import { orDestroy } from '../nodes/or-destroy';
import { SourceClient } from './postgresql-client';
import { type ServerOptions } from './postgresql-options';

/** A connection whose server has sent the key to cancel its statements. */
interface Cancellable {
  readonly processID: number | null;
  readonly secretKey: number | null;
}

/** The part of a connection of the driver that its types omit. */
interface Canceller extends Connection {
  connect(port: number, host: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

/**
 * Requests that the server stop the statement of a connection, by a `CancelRequest` on a connection of its own, which needs no log-in and
 * which poolers forward. Resolves when the server has received the request. Never rejects: a server that does not respond is not waited for.
 */
export async function cancelStatement(options: ServerOptions, { processID, secretKey }: Cancellable): Promise<void> {
  if (processID === null || secretKey === null) return;
  const canceller = new SourceClient(options).connection as Canceller;
  const received = new Promise<void>((resolve, reject) => {
    const request = (): void => {
      canceller.cancel(processID, secretKey);
    };
    canceller.on('connect', () => {
      if (options.ssl === false) request();
      else canceller.requestSsl();
    });
    canceller.on('sslconnect', request).on('end', resolve).on('error', reject);
    canceller.connect(options.port, options.host);
  });
  const stream = { destroy: () => canceller.stream.destroy() };
  await orDestroy(stream, received).catch(() => undefined);
}

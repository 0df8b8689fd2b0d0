import { Client, type ClientConfig } from 'pg';
import { passRowMessages } from './row-message';

/**
 * What the driver would otherwise read from `PG...` variables of the environment, from the user of the operating system or from
 * `~/.pgpass`, in which case a data source would depend on the machine of the service, and receive its secrets.
 */
interface Parameters {
  options: string | undefined;
  replication: string | undefined;
}

/** A connection whose parameters are those of its configuration only, and whose rows are not converted to strings before they are read. */
export class SourceClient extends Client {
  constructor(config: ClientConfig) {
    super(config);
    const { connectionParameters } = this as unknown as { readonly connectionParameters: Parameters };
    Object.assign(connectionParameters, { options: undefined, replication: undefined });
    passRowMessages(this.connection);
    this.on('error', ignoreLateError);
  }
}

/** Handles errors of an idle connection: without a listener, the error would end the process. The pool removes the connection by itself. */
function ignoreLateError(): void {
  return undefined;
}

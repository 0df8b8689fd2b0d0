import { type Host, readHosts } from '../../engines';
import { ServiceError } from '../../errors';

/** Returns the servers that the options of a data source name; none if they are invalid. */
export function serversOf(options: ReadonlyMap<string, string>): readonly Host[] {
  try {
    return readHosts(options);
  } catch (error) {
    if (error instanceof ServiceError) return [];
    throw error;
  }
}

import { hasServers, type Host, readHosts } from '../../engines';
import { ServiceError } from '../../errors';
import { type DataSourceType } from '../../model';

/** Returns the servers that the options of a data source name; none if it has none, or if its options are invalid. */
export function serversOf(type: DataSourceType, options: ReadonlyMap<string, string>): readonly Host[] {
  if (!hasServers(type)) return [];
  try {
    return readHosts(options, type);
  } catch (error) {
    if (error instanceof ServiceError) return [];
    throw error;
  }
}

import type { FastifyRequest } from 'fastify';
import { ServiceError, suggest } from '../../errors';
import { parseRawQuery } from './parse-raw-query';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The query parameters that the route accepts; absent: none. `any`: the route checks or ignores them itself. */
    readonly queryParameters?: readonly string[] | 'any';
  }
}

const LONGEST_SHOWN = 60;

/** Returns the error for a query parameter that the route does not accept, or that is repeated. */
export function refusalOfParameters({ raw, routeOptions }: FastifyRequest): ServiceError | undefined {
  const { url = '' } = raw;
  const accepted = routeOptions.config.queryParameters ?? [];
  if (accepted === 'any' || !url.includes('?')) return undefined;
  const names = parseRawQuery(url).map(([name]) => name);
  const unknown = names.find((name) => !accepted.includes(name));
  if (unknown !== undefined) return unknownParameter(unknown, accepted);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  return twice === undefined
    ? undefined
    : new ServiceError('filter_malformed', `${twice}: this parameter stands twice`);
}

function unknownParameter(name: string, accepted: readonly string[]): ServiceError {
  const characters = Array.from(name);
  const shown = characters.length > LONGEST_SHOWN ? `${characters.slice(0, LONGEST_SHOWN).join('')}...` : name;
  const hint =
    accepted.length === 0
      ? 'this address takes no query parameters'
      : [suggest(name, accepted), `accepted are ${accepted.join(', ')}`].filter((part) => part !== undefined).join(' ');
  return new ServiceError('filter_unknown_parameter', `there is no parameter "${shown}"`, { hint });
}

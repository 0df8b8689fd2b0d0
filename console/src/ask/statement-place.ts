import { ServiceFault } from '../api/service-fault';

const EXPLAIN = 'EXPLAIN ';

/** Returns the statement that explains this one; undefined if it is not a single SELECT, or is empty. */
export function explanationOf(statement: string): string | undefined {
  const text = statement.replace(/;\s*$/, '');
  return /^\s*(?:SELECT|WITH)\b/i.test(text) && !text.includes(';') ? `${EXPLAIN}${text}` : undefined;
}

/** Returns the error of the explaining statement with its place in the statement itself. */
export function faultOfStatement({ status, message, hint, position }: ServiceFault): ServiceFault {
  if (position?.line !== 1) return new ServiceFault(status, message, hint, position);
  return new ServiceFault(status, message, hint, { line: 1, column: Math.max(position.column - EXPLAIN.length, 1) });
}

import { lowerFilter, parseFilter } from '../../src/compiler/filter';
import { printQuery } from '../../src/compiler/statement';
import type { GoldenCase } from './cases';

/** Returns the semantic statement of a case: as written, or as its URL means. */
export function statementOf(golden: GoldenCase): string {
  if ('sql' in golden) return golden.sql;
  const [schema = '', table = ''] = golden.target.split('/');
  const pairs = [...new URLSearchParams(golden.url)];
  return printQuery(lowerFilter({ schema: schema === 'concept' ? 'dsvc' : 'vsvc', table }, parseFilter(pairs)));
}

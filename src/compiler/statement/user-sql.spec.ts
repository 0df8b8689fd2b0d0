import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceError } from '../../errors';
import { parseStatements } from './parse/parse-statements';
import { printStatement } from './print/print-statement';

interface Case {
  readonly sql: string;
  readonly verdict: 'allow' | 'deny';
  readonly why?: string;
}

const FILE = join(process.env.TEST_DATA_DIR ?? '../shared/data', 'attack/own/user-sql.json');
const suite = existsSync(FILE) ? describe : describe.skip;
const cases = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Case[]) : [];

/** Cases that later stages reject, by names, functions and limits. A comment may be harmless although the text after it is not. */
const JUDGED_LATER = /^(function|schema|seq table|cell or result limit|comment|double dash|executable comment)/;

function refusalOf(sql: string): unknown {
  try {
    for (const statement of parseStatements(sql)) parseStatements(printStatement(statement));
    return undefined;
  } catch (error) {
    return error;
  }
}

suite('statements of attackers and of honest people (skipped without TEST_DATA_DIR)', () => {
  it.each(cases.map(({ sql, verdict, why = '' }) => [sql, verdict, why] as const))('%j', (sql, verdict, why) => {
    const refusal = refusalOf(sql);
    if (refusal !== undefined) expect(refusal).toBeInstanceOf(ServiceError);
    if (verdict === 'allow') expect(refusal).toBeUndefined();
    else if (!JUDGED_LATER.test(why)) expect(refusal).toBeDefined();
  });
});

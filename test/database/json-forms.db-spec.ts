import fc from 'fast-check';
import { type CompanyEngine, openCompany } from '../support/company-engines';
import { describeWithPostgreSql } from '../support/services';
import { trials } from '../support/trials';

/** Pieces that are parts of JSON, and some that are nearly so. */
const PIECES = ['[', ']', '{', '}', ',', ':', '"', '""', '"a"', '"a":', '0', '-1.5e3', '01', '1.', '-', 'true', 'nul', 'null', ' ', '\t', '\n', '\\', '\\"', '"\\u00e9"', '"\\u0000"', '"\\ud800"', '"\\ud83d\\ude00"', '"\\q"', '\u00a0', '@', '{"a":{"b":[]}}', '[1,[2,{"c":""}]]']; // prettier-ignore

const built = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''));
const valid = fc.json({ maxDepth: 4, stringUnit: 'grapheme' });
/** Valid JSON with one character removed, or with a piece inserted. */
const mutated = fc.tuple(valid, fc.nat(), fc.constantFrom('', ...PIECES)).map(([text, at, piece]) => {
  const place = at % (text.length + 1);
  return text.slice(0, place) + piece + text.slice(piece === '' ? place + 1 : place);
});

/** NUL, and half of a surrogate pair. */
const UNHELD = /[\0\p{Surrogate}]/u;

/** Returns whether a string is JSON that PostgreSQL can hold: without NUL and half surrogate pairs in its strings. */
function isJson(text: string): boolean {
  let isHeld = true;
  const check = (value: unknown): boolean => typeof value !== 'string' || !UNHELD.test(value);
  try {
    JSON.parse(text, (key, value: unknown) => {
      isHeld = isHeld && check(key) && check(value);
      return value;
    });
    return isHeld;
  } catch {
    return false;
  }
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

describeWithPostgreSql('JSON functions on PostgreSQL', () => {
  let company: CompanyEngine;
  beforeAll(async () => {
    company = await openCompany('postgresql');
  });
  afterAll(() => company.close());

  it('return NULL for exactly the strings that are not valid JSON', async () => {
    const strings = fc.array(fc.oneof(built, valid, mutated), { minLength: 20, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(strings, async (texts) => {
        const usable = texts.filter((text) => !UNHELD.test(text));
        const columns = usable.map((text, index) => `JSON_EXTRACT(${quoted(text)}, '$') IS NOT NULL AS c${index}`);
        const { rows } = await company.ask(`SELECT employee_id, ${columns.join(', ')} FROM employee ORDER BY employee_id LIMIT 1`);
        const wrong = usable.filter((text, index) => Boolean(rows[0]?.[index + 1]) !== isJson(text));
        expect(wrong).toEqual([]);
      }),
      { numRuns: trials(100) },
    );
  }, 60_000); // prettier-ignore

  it.each(['"\n"', '" \t "', '"\n""', '""\n"', '"\n"\n"', '["\n"]', '["a", "\r\n"]', '{"\n":1}', '"" ""', '"a" "b"', '["a" "b"]'])('return NULL for %j', async (text) => {
    const { rows } = await company.ask(`SELECT JSON_EXTRACT(${quoted(text)}, '$') FROM employee LIMIT 1`);
    expect([rows, isJson(text)]).toEqual([[[null]], false]);
  }); // prettier-ignore

  it('read columns and deeply nested arrays as well', async () => {
    const deep = `${'['.repeat(200)}1${']'.repeat(200)}`;
    const { rows } = await company.ask(
      `SELECT JSON_TYPE(name), JSON_LENGTH('${deep}'), JSON_VALUE(CONCAT('{"n":"', name, '"}'), '$.n'), JSON_UNQUOTE('"a\\\\q"') FROM employee ORDER BY employee_id LIMIT 1`,
    );
    expect(rows).toEqual([[null, 1, 'Ada Lovelace', '"a\\q"']]);
  });
});

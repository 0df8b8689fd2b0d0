import { setTimeout as sleep } from 'node:timers/promises';
import { readCorpora, textOf } from '../support/attack-corpora';
import { type AttackedOntology, type AttackedService, openAttackedService } from '../support/attack-service';
import { type Body, type Row } from '../support/client';
import { readCsv } from '../support/csv';
import { inParallel, type PlainAnswer } from '../support/keep-alive-client';
import { findFaultsOfLog, findLeak } from '../support/leaks';
import { describeWithMariaDb, describeWithTestData } from '../support/services';
import { timeLimit, Trials, turnOf } from '../support/trials';

const CONCURRENCY = 8;
const LONGEST_ADDRESS = 16_000;
const SELECTED = 'SELECT `id`, `text` FROM `dsvc`.`payload` WHERE `text` = ';

type Check = (ontology: AttackedOntology, value: string, id: number) => Promise<string | undefined>;

const encode = encodeURIComponent;
const textIn = ({ bytes }: PlainAnswer): string => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes); // prettier-ignore

/** A string as MySQL reads it. */
const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

const ESCAPED: Readonly<Record<string, string>> = { '0': '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\x1a' };

/** What a string literal stands for, or undefined where the text is not exactly one. */
function readLiteral(text: string): string | undefined {
  const inside = /^'((?:[^'\\]|''|\\[^])*)'$/.exec(text)?.[1];
  return inside?.replace(/''|\\([^])/g, (pair, letter?: string) =>
    letter === undefined ? pair.slice(1) : (ESCAPED[letter] ?? letter),
  );
}

/** A pattern of the same wildcards in which all else is an `x`; NUL, of which ILIKE makes an end, stays. */
const harmlessPattern = (pattern: string): string => pattern.replaceAll(/[^%_[\]\\^\0-]/gu, 'x');

/** As CSV holds it: spreadsheets would run it. */
const asField = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? `'${text}` : text;

describeWithTestData('attack', 'attack values', () => {
  describeWithMariaDb('on both engines', () => {
    const values = readCorpora().flatMap(({ inputs }) => inputs.map(textOf).filter((text) => text !== undefined));
    const trials = new Trials();
    let service: AttackedService;
    beforeAll(async () => {
      service = await openAttackedService(values);
      for (const ontology of service.ontologies)
        while ((await explain(ontology, '?_limit_=1')).statement.includes('IS NOT NULL')) await sleep(20); // until it knows the tables
    }, timeLimit(60_000));
    afterAll(() => {
      trials.print('attack values');
      return service.close();
    });

    const ask = async (address: string): Promise<PlainAnswer> =>
      service.reader.send({ address: `/svc/api/q/${address}` });

    const run = (ontology: AttackedOntology, query: string): Promise<PlainAnswer> =>
      service.reader.send({
        method: 'POST',
        address: '/svc/api/query/',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ontology_name: ontology.name, query }),
      });

    const filter = (operator: string, comparator: string, more = ''): string =>
      `?_subj_=text&_op_=${operator}&_comp_=${encode(comparator)}&_select_=id,text${more}`;

    function bodyOf(answer: PlainAnswer): Body {
      const text = textIn(answer);
      if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${text.slice(0, 300)}`);
      return JSON.parse(text) as Body;
    }

    /** Whether rows hold what the engine itself holds for equal to the value, and their texts are those that were stored. */
    function judgeRows(ontology: AttackedOntology, id: number, rows: readonly Row[]): string | undefined {
      const ids = rows.map((row) => Number(row.id)).sort((a, b) => a - b);
      const expected = [...ontology.equals.get(id)!].sort((a, b) => a - b);
      if (ids.join() !== expected.join()) return `gave ${ids.join()} instead of ${expected.join()}`;
      const changed = rows.find((row) => row.text !== values[Number(row.id)]);
      return changed && `came back as ${JSON.stringify(changed.text)}`;
    }

    const rowsIn = (answer: PlainAnswer): readonly Row[] => bodyOf(answer).data as readonly Row[];

    async function explain(ontology: AttackedOntology, query: string) {
      const { data } = bodyOf(await ask(`${ontology.name}/concept/payload${query}&_explain_=true`));
      return data as { readonly statement: string; readonly parameters: readonly { type: string; value: string }[] };
    }

    /** Each value that fits into an address, on each engine; `checks` are taken in turn. */
    async function tryAll(checks: Readonly<Record<string, Check>>): Promise<readonly string[]> {
      const faults: string[] = [];
      for (const [place, ontology] of service.ontologies.entries()) {
        await inParallel(values.entries(), CONCURRENCY, async ([id, value]) => {
          if (encode(value).length > LONGEST_ADDRESS) return;
          for (const [name, check] of turnOf(Object.entries(checks), id + place))
            await trials.attempt(faults, `${name} on ${ontology.engine}`, value, () => check(ontology, value, id));
        });
      }
      return faults;
    }

    it(
      'finds by eq the rows that the engine compares as equal, and executed_query returns them again',
      async () => {
        const faults = await tryAll({
          eq: async (ontology, value, id) => {
            const body = bodyOf(await ask(`${ontology.name}/concept/payload${filter('eq', value)}`));
            const { executed_query: executed = '' } = body;
            const isSame = executed.startsWith(SELECTED) && readLiteral(executed.slice(SELECTED.length)) === value;
            if (!isSame) return `executed ${executed}`;
            return (
              judgeRows(ontology, id, body.data as readonly Row[]) ??
              judgeRows(ontology, id, rowsIn(await run(ontology, executed)))
            );
          },
        });
        expect(faults).toEqual([]);
      },
      timeLimit(300_000),
    );

    it(
      'are bound: the data source receives the statement of a harmless value',
      async () => {
        const harmless = new Map<string, string>();
        for (const ontology of service.ontologies)
          harmless.set(ontology.name, (await explain(ontology, filter('eq', 'harmless'))).statement);
        const faults = await tryAll({
          explained: async (ontology, value) => {
            const { statement, parameters } = await explain(ontology, filter('eq', value));
            if (statement !== harmless.get(ontology.name)) return `compiled to ${statement}`;
            const isBound = parameters.length === 1 && parameters[0]?.value === value;
            return isBound ? undefined : `bound ${JSON.stringify(parameters)}`;
          },
        });
        expect(faults).toEqual([]);
      },
      timeLimit(300_000),
    );

    it(
      'are bound as patterns, whose statement depends on their wildcards only',
      async () => {
        const faults: string[] = [];
        await inParallel(values.entries(), CONCURRENCY, async ([id, value]) => {
          if (encode(value).length > LONGEST_ADDRESS) return;
          for (const ontology of turnOf(service.ontologies, id))
            await trials.attempt(faults, `like, explained, on ${ontology.engine}`, value, async () => {
              const { statement } = await explain(ontology, filter('like', value));
              const twin = await explain(ontology, filter('like', harmlessPattern(value)));
              return statement === twin.statement ? undefined : `compiled to ${statement} instead of ${twin.statement}`;
            });
        });
        expect(faults).toEqual([]);
      },
      timeLimit(300_000),
    );

    it(
      'return the same rows in every operator, format and endpoint',
      async () => {
        const isOwn = (rows: readonly Row[], id: number, value: string): string | undefined =>
          rows.some((row) => Number(row.id) === id && row.text === value) ? undefined : 'was not found';
        const total = async (ontology: AttackedOntology, operator: string, value: string): Promise<number> =>
          bodyOf(await ask(`${ontology.name}/concept/payload${filter(operator, value, '&_limit_=1&_count_=exact')}`))
            .total ?? NaN;
        const faults = await tryAll({
          in: async (ontology, value, id) => {
            const list = `"${value.replaceAll('"', '""')}"`;
            return judgeRows(ontology, id, rowsIn(await ask(`${ontology.name}/concept/payload${filter('in', list)}`)));
          },
          like: async (ontology, value, id) => {
            const pattern = value.replaceAll(/[%_[\]\\]/g, '\\$&');
            return isOwn(rowsIn(await ask(`${ontology.name}/concept/payload${filter('like', pattern)}`)), id, value);
          },
          'like, as it is': async (ontology, value) => {
            rowsIn(await ask(`${ontology.name}/concept/payload${filter('like', value, '&_limit_=3')}`));
            return undefined;
          },
          not_eq: async (ontology, value, id) => {
            const others = await total(ontology, 'not_eq', value);
            return others + ontology.equals.get(id)!.size === values.length ? undefined : `has ${others} others`;
          },
          'lte and gt': async (ontology, value) => {
            const sum = (await total(ontology, 'lte', value)) + (await total(ontology, 'gt', value));
            return sum === values.length ? undefined : `divides ${sum} rows`;
          },
          view: async (ontology, value, id) =>
            judgeRows(ontology, id, rowsIn(await ask(`${ontology.name}/view/payloads${filter('eq', value)}`))),
          entity_label: async (ontology, value, id) => {
            const query = `?_subj_=entity_label&_op_=eq&_comp_=${encode(value)}&_select_=id,text,entity_label`;
            const rows = rowsIn(await ask(`${ontology.name}/concept/payload${query}`));
            return (
              isOwn(rows, id, value) ?? (rows.some((row) => row.entity_label === value) ? undefined : 'has another')
            );
          },
          integer: async (ontology, value) => {
            const { status } = await ask(`${ontology.name}/concept/payload?_subj_=id&_op_=eq&_comp_=${encode(value)}`);
            const isNumber = /^\s*[+-]?\d/.test(value);
            return status === 400 || (isNumber && status === 200) ? undefined : `answered ${status}`;
          },
          ndjson: async (ontology, value, id) => {
            const answer = await ask(`${ontology.name}/concept/payload${filter('eq', value, '&_format_=ndjson')}`);
            const rows = textIn(answer).split('\n').filter((line) => line !== ''); // prettier-ignore
            return judgeRows(ontology, id, rows.map((line) => JSON.parse(line) as Row)); // prettier-ignore
          },
          csv: async (ontology, value, id) => {
            const answer = await ask(`${ontology.name}/concept/payload${filter('eq', value, '&_format_=csv')}`);
            const [, ...records] = readCsv(textIn(answer));
            const own = records.find(([first]) => first === String(id));
            return own?.[1] === asField(value) ? undefined : `came back as ${JSON.stringify(own)}`;
          },
        });
        expect(faults).toEqual([]);
      },
      timeLimit(600_000),
    );

    it(
      'are accepted as literals of statements, whatever their length',
      async () => {
        const check = async (ontology: AttackedOntology, id: number, text: string): Promise<string | undefined> =>
          judgeRows(ontology, id, rowsIn(await run(ontology, `SELECT id, text FROM payload WHERE text = ${text}`)));
        const faults: string[] = [];
        await inParallel(values.entries(), CONCURRENCY, async ([id, value]) => {
          for (const { ontology, quotes } of turnOf(
            service.ontologies.flatMap((ontology) => [
              { ontology, quotes: "'" },
              { ontology, quotes: '"' },
            ]),
            id,
          )) {
            // in double quotes it may be a name, which holds no NUL
            if (quotes === '"' && value.includes('\0')) continue;
            const literal = `${quotes}${value.replaceAll('\\', '\\\\').replaceAll(quotes, quotes + quotes)}${quotes}`;
            await trials.attempt(faults, `literal in ${quotes} on ${ontology.engine}`, value, () =>
              check(ontology, id, literal),
            );
          }
        });
        const long = [...values.entries()].filter(([, value]) => encode(value).length > LONGEST_ADDRESS);
        for (const [id, value] of long)
          for (const ontology of service.ontologies)
            await trials.attempt(faults, `long literal on ${ontology.engine}`, value, () =>
              check(ontology, id, quote(value)),
            );
        expect(faults).toEqual([]);
      },
      timeLimit(300_000),
    );

    it(
      'are returned unchanged in every format',
      async () => {
        for (const ontology of service.ontologies) {
          const all = `${ontology.name}/concept/payload?_select_=text&_order_=id&_format_=`;
          expect(rowsIn(await ask(`${all}json`)).map((row) => row.text)).toEqual(values);
          const lines = textIn(await ask(`${all}ndjson`)).split('\n').slice(0, -1); // prettier-ignore
          expect(lines.map((line) => (JSON.parse(line) as Row).text)).toEqual(values);
          const records = readCsv(textIn(await ask(`${all}csv`)));
          expect(records).toEqual([['text'], ...values.map((value) => [asField(value)])]);
        }
      },
      timeLimit(60_000),
    );

    it('are logged as one line for each request, without values', async () => {
      const { headers } = await ask('attack_duckdb/concept/payload?_limit_=1');
      while (!service.log().includes(`"${headers['x-request-id'] as string}"`)) await sleep(20);
      expect(findFaultsOfLog(service.log(), service.secrets)).toEqual([]);
      expect(service.log().match(/"request_id":"attack-\d+"/g)).toHaveLength(service.reader.identified.size);
    });

    it(
      'disclose nothing of the data source in errors, even when it is unreachable',
      async () => {
        const faults: string[] = [];
        await inParallel(
          turnOf(['all'], 0).flatMap(() => values.slice(0, 30)),
          4,
          (value) =>
            trials.attempt(faults, 'data source that is away', value, async () => {
              const answer = await ask(`attack_away/concept/payload${filter('eq', value)}`);
              const leak = findLeak(textIn(answer), service.secrets, value);
              if (leak !== undefined) return `tells ${leak}`;
              return answer.status === 503 ? undefined : `answered ${answer.status}`;
            }),
        );
        expect(faults).toEqual([]);
        expect(
          findLeak(
            service.log(),
            service.secrets.filter((each) => /pass|tk_|salt/.test(each)),
          ),
        ).toBeUndefined();
      },
      timeLimit(60_000),
    );
  });
});

import fc from 'fast-check';
import { fixtureOntology, READER, UNMASKED } from '../../../test/support/compile';
import { filter, pairsOf } from '../../../test/support/random-statements';
import { trials } from '../../../test/support/trials';
import { leaveOutValues } from '../../audit';
import type { MaskKeysService } from '../../auth';
import { type PagedStatement, pageStatement } from '../../compiler/filter';
import { Environment } from '../../config';
import { ServiceError } from '../../errors';
import type { Caller, Query, Written } from '../../model';
import { CompileFigures } from '../planning/compile-figures';
import { PlanCache } from '../planning/plan-cache';
import { PlannerService } from '../planning/planner.service';
import type { SourcesService } from '../sources/sources.service';
import type { SystemTablesService } from '../planning/system-tables.service';
import { FilterParser } from './filter-parser';

const company = fixtureOntology('company');

/** What a request with URL filters becomes: the statements, and everything that its response depends on. */
interface Chain {
  readonly answer: (address: string, caller: Caller) => Promise<unknown>;
  readonly figures: CompileFigures;
}

/** Returns the steps from an address to statements for the data source, which reuse nothing if the size of the caches is 0. */
function openChain(planCacheSize: number): Chain {
  const environment = Object.assign(new Environment(), { planCacheSize });
  const figures = new CompileFigures();
  const sources = { findCatalogue: () => () => undefined, loadCatalogue: () => Promise.resolve() };
  const planner = new PlannerService(
    environment,
    { find: () => undefined } as unknown as SystemTablesService,
    sources as unknown as SourcesService,
    new PlanCache(environment),
    figures,
    { keyOf: () => 'key' } as Partial<MaskKeysService> as MaskKeysService,
  );
  const parser = new FilterParser(environment, figures);
  const answer = async (address: string, caller: Caller): Promise<unknown> => {
    const kind = address.includes('/view/') ? 'view' : 'concept';
    const name = /\/(?:view|concept)\/(\w+)/.exec(address)?.[1] ?? '';
    const columnsOf = (query: Query<Written>) => planner.columns({ caller, ontology: company, query });
    const parsed = parser.parse(address);
    const asked = { ...parsed, instance: undefined };
    const context = { caller, ontology: company, serviceName: 'svc', maskColumns: ['email', 'name'], maxRows: undefined, columnsOf }; // prettier-ignore
    const statement = pageStatement({ kind, name, filter: parsed }, context);
    const request = { caller, ontology: company, ...requestOf(statement, statement.query) };
    const prepared = planner.known(request) ?? (await planner.prepare(request));
    const counting = statement.counting && (await planner.prepare({ caller, ontology: company, values: statement.values, query: statement.counting, mayEstimate: asked.count === 'estimate' })); // prettier-ignore
    const { page, nested, executedQuery, entities, hidden, most } = statement;
    return {
      asked,
      statements: [prepared, counting],
      page: { ...page, fingerprint: page.fingerprint() },
      nested: nested?.describe(prepared.compiled.columns),
      audited: leaveOutValues(executedQuery ?? '', statement.query),
      ...{ executedQuery, entities, hidden, most },
    };
  };
  return { answer, figures };
}

function requestOf({ values, nesting, page }: PagedStatement, query: Query<Written>) {
  return { query, values, nesting, order: page.order };
}

async function outcomeOf({ answer }: Chain, address: string, caller: Caller): Promise<string> {
  try {
    return JSON.stringify(await answer(address, caller));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return JSON.stringify([error.code, error.message, error.details.hint]);
  }
}

/** Values in place of those of an address. Some need another form, or suit no property. */
const VALUES = ['', '1', '2', '-3', '3000.1', '1e3', 'true', 'x', "O'Brien", 'a,b', '"a,b",c', '%5Ba-c]%25', '100%', 'Caf%C3%A9', '%FF', '%EF%BF%BF', '2000-02-29', '2020-01-01 08:30:00.5', 'employee', '\\', 'back\\%25', '"']; // prettier-ignore
const OPTIONS = ['', '&_limit_=2', '&_limit_=2&_offset_=3', '&_order_=-salary,name&_limit_=5', '&nested=true', '&nested=true&_limit_=2', '&_count_=exact', '&_count_=estimate&_limit_=1', '&_select_=name,works_in[department].budget', '&_typed_=true&_format_=csv', '&_explain_=true', '&_after_=x', '&_where_=salary>100+AND+name<>%27x%27', '&_where_=grade+IN+(1,2)+OR+name+LIKE+%27O%25%27&_limit_=2&_offset_=1', '&_select_=active,count()&_having_=count()>1&_order_=active', '&nested=true&_select_=name,manages[employee].name&_where_[manages]=salary>1+OR+name=%27x%27&_order_[manages]=-salary&_limit_[manages]=1', '&nested=true&_select_=name,works_on[project].title&_limit_[works_on]=1&_limit_=2']; // prettier-ignore

const address = fc.tuple(filter, fc.constantFrom(...OPTIONS)).map(([asked, options]) => {
  const pairs = pairsOf(options.includes('_select_') ? { ...asked, select: undefined } : asked);
  return `/q/company/concept/${asked.concept}?${new URLSearchParams(pairs).toString()}${options}`;
});

function withValues(text: string, values: readonly string[]): string {
  let next = 0;
  return text.replace(/(_comp\d*_=)[^&]*/g, (_, name: string) => `${name}${values[next++ % values.length] ?? ''}`);
}

it('law: reusing a form changes no statement, no executed_query, no page and no error', async () => {
  const keeping = openChain(1000);
  const afresh = openChain(0);
  let good = 0;
  await fc.assert(
    fc.asyncProperty(
      address,
      fc.array(fc.array(fc.constantFrom(...VALUES), { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 6 }),
      fc.constantFrom(READER, UNMASKED),
      async (asked, choices, caller) => {
        for (const text of [asked, ...choices.map((values) => withValues(asked, values)), asked]) {
          const expected = await outcomeOf(afresh, text, caller);
          expect(await outcomeOf(keeping, text, caller)).toBe(expected);
          if (expected.startsWith('{')) good++;
        }
      },
    ),
    { numRuns: trials(300, { few: 60 }) },
  );
  const { parsed } = keeping.figures;
  expect(good).toBeGreaterThan(120);
  expect(afresh.figures.parsed).toBeGreaterThan(parsed * 1.5);
}, 120_000);

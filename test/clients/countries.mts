/**
 * Reads the ontology of the demo with types that are generated from its OpenAPI document, and prints what it read as JSON:
 * `node countries.mjs <url of the service> <token>`.
 */
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/world.js';
import type { paths as ServicePaths } from './generated/service.js';

/** All answers are JSON: the format of a request that names no other one. */
type Json = 'application/json';
type Country = components['schemas']['concept_country'];
type Row = components['schemas']['Row'];

declare const process: { readonly argv: readonly string[] };
const [baseUrl = '', token = ''] = process.argv.slice(2);
const options = { baseUrl, headers: { 'x-api-key': token }, querySerializer: { object: { style: 'form', explode: true } } } as const; // prettier-ignore
const world = createClient<paths, Json>(options);
const service = createClient<ServicePaths, Json>(options);

const COUNTRY = '/svc/api/q/world/concept/country';

const filtered = await world.GET(COUNTRY, {
  params: {
    query: { _subj_: 'name', _op_: 'in', _comp_: 'Fiji,Belgium', groups: { _subj1_: 'is_landlocked', _op1_: 'eq', _comp1_: 'false' }, _order_: 'name', _typed_: 'true' }, // prettier-ignore
  },
});
if (filtered.error !== undefined) throw new Error(filtered.error.data);
const countries: readonly Country[] = filtered.data.data;
const names = countries.map(({ name, area_km2 }): [string | null | undefined, number] => [name, Number(area_km2)]);

const nested = await world.GET(COUNTRY, {
  params: { query: { _where_: "name = 'Fiji'", _select_: 'name,has_capital.name,speaks.name', nested: 'true' } },
});
const [fiji] = nested.data?.data ?? [];
const capital = fiji?.has_capital?.[0]?.name;
const languages = fiji?.speaks?.map((language) => language.name);

const grouped = await world.GET(COUNTRY, {
  params: { query: { _select_: 'in_region.name,count(),sum(area_km2)', _order_: '-count()', _limit_: 1, _typed_: 'true' } }, // prettier-ignore
});
const [largest] = grouped.data?.data ?? [];
const region = (largest as Row | undefined)?.['in_region.name'];

const refused = await world.GET(COUNTRY, { params: { query: { _subj_: 'nmae', _op_: 'eq', _comp_: 'Fiji' } } });
const refusal = refused.error?.error;
const isUnknownName: boolean = refusal?.code === 'plan_unknown_name';

const checked = await world.HEAD(COUNTRY, { params: { query: { _where_: "name = 'Fiji'" } } });

const answered = await service.POST('/svc/api/query', {
  body: { ontology_name: 'world', query: 'SELECT name, area_km2 FROM country WHERE name = :name', parameters: { name: 'Fiji' }, columns: true }, // prettier-ignore
});
const types = answered.data?.columns?.map(({ name, type }) => [name, type]);

// @ts-expect-error the concept has no such property
void fiji?.popluation;
// @ts-expect-error a related row has no such property
void fiji?.speaks?.[0]?.area_km2;
// @ts-expect-error the ontology has no such concept
void (() => world.GET('/svc/api/q/world/concept/county'));
// @ts-expect-error there is no such operator
void (() => world.GET(COUNTRY, { params: { query: { _op_: 'equals' } } }));
// @ts-expect-error there is no such code of an error
void (refusal?.code === 'plan_unknown_nam');
// @ts-expect-error there is no such type of a column
void (answered.data?.columns?.[0]?.type === 'varchar');
// @ts-expect-error the answer to HEAD has no rows
void checked.data?.data;

const regions = { region, countries: largest?.['count()'] };
console.log(JSON.stringify({ names, capital, languages, regions, isUnknownName, hint: refusal?.hint, checked: checked.response.status, types })); // prettier-ignore

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseStatements } from '../../src/compiler/statement';
import { CASES } from '../golden/cases';
import { readExamples } from '../support/documents';

const FIXTURES = join(__dirname, '..', 'fixtures');

/** The scripts of the ontologies that tests use. */
export const SCRIPTS: readonly string[] = [
  ...readdirSync(FIXTURES)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => join(FIXTURES, file)),
  join(__dirname, '../../src/demo/world.ontology.sql'),
].map((file) => readFileSync(file, 'utf8'));

const GOLDEN = Object.values(CASES).flat();

/** Statements of every kind: from those scripts, the golden tests and the documentation. */
export const STATEMENTS: readonly string[] = [
  ...SCRIPTS.flatMap((script) => parseStatements(script).map(({ at, end }) => script.slice(at, end))),
  ...GOLDEN.flatMap((each) => ('sql' in each ? [each.sql] : [])),
  ...readExamples('docs/language.md', 'sql').map(({ code }) => code),
];

/** Query strings of concepts and views. */
export const FILTERS: readonly string[] = [
  ...GOLDEN.flatMap((each) => ('url' in each ? [each.url] : [])),
  '_subj_=a&_op_=in&_comp_="a,b",c&_conj_=or&_subj1_=b[c].d&_op1_=not_like&_comp1_=%25[^a-z]_\\%25&_conj1_=and&_subj9_=x&_op9_=is_null',
  '_select_=a,"b,c",d[e*3].f&_order_=-a,b&_limit_=10&_offset_=5&_count_=exact&_format_=csv&_typed_=1&nested=true&_explain_=0',
  "_subj_=a&_op_=eq&_comp_=1&_where_=NOT+(a>1.5+OR+`b[c].d`+LIKE+'x%25')+AND+CASE+WHEN+e+THEN+f+END+IS+NULL&_select_=a,count(),sum(b)&_having_=count()>1+AND+`sum(b)`+BETWEEN+1+AND+2&_distinct_=0",
  '_select_=a,b[c].d&nested=true&_limit_[b]=3&_order_[b]=-d,e&_where_[b.f]=NOT+(g>1.5+OR+`h[c].d`+IS+NULL)&_where_[i]=i+LIKE+%27x%25%27',
];

export const BODIES: readonly string[] = [
  '{"ontology_name":"world","query":"SELECT \\u0027a\\\\\\" FROM `city`"}',
  `{"a":${'[{"b":'.repeat(12)}1${'}]'.repeat(12)},"é😀":[true,false,null,-1.5e-3,""]}`,
  '[["x",{"__proto__":{"a":1}},{"constructor":{"prototype":{}}}],"]}","[{"]',
];

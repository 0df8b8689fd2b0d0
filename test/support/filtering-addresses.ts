import { FILTER_OPERATORS } from '../../src/compiler/filter/filter-operators';
import { FAILING } from './filtering-statements';

/** The columns that read persons, some of whom are hidden, by the concept or view in the path. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  'concept/person': ['id', 'name', 'city', 'dept', 'age', 'zero', 'big', 'code', 'pattern', 'js', 'born', 'boss', 'price', 'code_no', 'twice', 'nick', 'nick_size', 'entity_id', 'entity_label', 'works_for[person].name', 'works_for[person].twice', 'knows[person].code_no', 'knows[person]_weight', 'leads[person*3].name', 'made[trip].place', 'in_dept[dept].size', 'in_dept[dept].staffs[person].big'], // prettier-ignore
  'concept/veteran': ['id', 'big', 'known_by[person].twice'],
  'concept/being': ['name', 'entity_type'],
  'concept/trip': ['trip_id', 'made_by[person].name', 'made_by[person].big', 'made_by[person].code_no', 'made_by[person].nick_size', 'made_by[person].works_for[person*3].twice'], // prettier-ignore
  'concept/dept': ['dept_id', 'staffs[person].name', 'staffs[person].age', 'staffs[person].nick', 'staffs[person].code_no'], // prettier-ignore
  'view/people': ['id', 'name', 'big', 'code', 'born'],
  'view/grown': ['id', 'name', 'size'],
  'view/sizes': ['city', 'age', 'big'],
};

/** Values of visible rows, of hidden rows of either side, and values that fail when they are compared or matched. */
const VALUES = ['vera', 'heaven', '12', '900', '9223372036854775807', '-9223372036854775808', 'v%', '(', '2000-01-01'];

const EXTRAS = ['', '&_count_=exact', '&nested=true', '&_limit_=2', '&_limit_=2&nested=true', '&_format_=csv', '&_format_=xlsx', '&_format_=parquet', '&_format_=arrow', '&_typed_=true', '&nested=true&_count_=exact', '&_limit_=1&_offset_=1', '&_format_=ndjson', '&_explain_=true']; // prettier-ignore

/** Returns an address with values that a URL cannot contain as they are. */
function addressOf(target: string, parameters: Readonly<Record<string, string>>): string {
  const written = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${target}?${written.join('&')}`;
}

/** The targets that read the expressions over a person, with their path to one, and columns that identify their rows. */
const READERS: readonly (readonly [target: string, path: string, columns: string])[] = [
  ['concept/person', '', 'id'],
  ['concept/veteran', '', 'id'],
  ['concept/trip', 'made_by[person].', 'trip_id'],
  ['concept/dept', 'staffs[person].', 'dept_id'],
  ['concept/badge', 'held_by[person].', 'badge_id'],
];

/** Returns the path of a nested request whose list of persons is filtered by an expression that fails for some rows, sorted and cut. */
function listAddress(expression: string, [target, path, columns]: (typeof READERS)[number]): string {
  const step = path === '' ? 'knows[person].' : path;
  const list = step.slice(0, step.indexOf('['));
  const where = `(${expression.replace(/\{(\w+)\}/g, '`$1`')}) IS NOT NULL OR id < 3`;
  return addressOf(target, { _select_: `${columns},${step}id`, _order_: columns, nested: 'true', [`_where_[${list}]`]: where, [`_order_[${list}]`]: '-big,id', [`_limit_[${list}]`]: '2' }); // prettier-ignore
}

/** Returns the paths of requests whose conditions, lists and groups read persons in expressions that fail for some rows. */
export function conditionAddresses(): readonly string[] {
  const expressions = FAILING.filter((expression) => !expression.includes('SELECT'));
  return expressions.flatMap((expression, index) => {
    const [target, path, columns] = READERS[index % READERS.length]!;
    const written = expression.replace(/\{(\w+)\}/g, (_, name: string) => `\`${path}${name}\``);
    const where = { _where_: `(${written}) IS NOT NULL OR ${columns} < 3` };
    const many = path === '' ? 'knows[person].big' : `${path}big`;
    return [
      listAddress(expression, [target, path, columns]),
      addressOf(target, { ...where, _select_: columns, _order_: columns }),
      addressOf(target, { ...where, _select_: columns, _order_: columns, _distinct_: 'true', _count_: 'exact' }),
      addressOf(target, { ...where, _select_: columns, _order_: columns, nested: 'true' }),
      addressOf(target, { ...where, _select_: `${columns},count(),max(${many}),count(${path}name)`, _order_: columns, _having_: `count() > 0 AND max(\`${many}\`) + 1 > 0 OR count() > 0` }), // prettier-ignore
    ];
  });
}

/** Returns the paths of filters with every operator over every column, ordered, in each form of a response in turn. */
export function filterAddresses(): readonly string[] {
  const addresses = Object.entries(COLUMNS).flatMap(([target, [first, ...others]]) =>
    [first!, ...others].flatMap((column) =>
      Object.keys(FILTER_OPERATORS).flatMap((operator) =>
        VALUES.map((value) => {
          const value2 = operator.endsWith('in') ? `"${value}","b"` : value;
          const comparator = operator.endsWith('null') ? '' : `&_comp_=${encodeURIComponent(value2)}`;
          const shown = [...new Set([first, column])].join();
          return `${target}?_subj_=${encodeURIComponent(column)}&_op_=${operator}${comparator}&_select_=${shown}&_order_=${shown}`;
        }),
      ),
    ),
  );
  return [...new Set(addresses)].map((address, index) => `${address}${EXTRAS[index % EXTRAS.length]}`);
}

/** The paths of nested requests, with ordered elements. */
export const NESTED: readonly string[] = [
  'concept/dept?_select_=dept_id,staffs[person].id,staffs[person].name,staffs[person].big&_order_=dept_id,staffs[person].id',
  'concept/dept?_select_=kind,staffs[person].made[trip].place,staffs[person].id&_order_=dept_id,staffs[person].id,staffs[person].made[trip].trip_id',
  'concept/dept?_select_=dept_id,measure.staff_sum&_order_=dept_id',
  'concept/trip?_select_=trip_id,made_by[person].name,made_by[person].price&_order_=trip_id',
  'concept/trip?_select_=trip_id,made_by[person].knows[person].name&_order_=trip_id,made_by[person].knows[person].id',
  'concept/trip?_select_=place,made_by[person].code_no&_order_=-trip_id',
  'concept/person?_select_=id,works_for[person].name,works_for[person].nick&_order_=id,works_for[person].nick',
  'concept/person?_select_=id,nick,knows[person].name&_order_=id,nick,knows[person].name',
  'concept/person?_select_=id,knows[person]_weight&_order_=id,knows[person]_weight',
  'concept/person?_select_=id,leads[person*4].name&_order_=id,leads[person*4].id',
  'concept/person?_select_=id,in_dept[dept].staffs[person].twice&_order_=id,in_dept[dept].staffs[person].id',
  'concept/badge?_select_=badge_id,held_by[person].born&_order_=badge_id',
];

/** The paths of orders whose pages are read to the end. */
export const PAGED: readonly string[] = [
  ...['name', '-big', 'age', '-code', 'born', 'price', '-code_no', 'twice', 'nick', 'boss', 'entity_label', 'works_for[person].name', '-works_for[person].big', 'made[trip].place', 'knows[person].twice', 'knows[person]_weight'].map((order) => `concept/person?_select_=id,name&_order_=${order}`), // prettier-ignore
  'concept/person?_order_=city,-age',
  'concept/veteran?_order_=-big',
  'concept/being?_order_=name',
  'concept/trip?_order_=made_by[person].name,-cost',
  'concept/trip?_order_=-made_by[person].big',
  'concept/trip?_order_=made_by[person].code_no&_subj_=cost&_op_=gt&_comp_=0',
  'concept/dept?_select_=dept_id,staffs[person].name&_order_=-staffs[person].name',
  'concept/person?_select_=city,measure.big_sum&_order_=city',
  'view/people?_order_=-big',
  'view/grown?_order_=size',
  'view/sizes?_order_=city,age',
];

import { completeOrder, type Key, lowerFilter, orderColumns, parseFilter, seekBehind } from '../../src/compiler/filter';
import { PASS_NAMES, type PassName } from '../../src/compiler/optimize';
import { NESTING_STEPS, type NestingStep } from '../../src/compiler/values';
import { nameKey, type Ontology, type Query, type Written } from '../../src/model';
import { parseQuery } from '../support/compile';
import { ACTIVITIES, OVERLAPS } from './activities';

/** A statement, and the slower variant that it is compared with. */
export interface PassCase {
  /** The number of the optimisation in docs/benchmarks.md, and its pass. */
  readonly optimisation: string;
  readonly title: string;
  /** Definitions of the ontology. */
  readonly ontology: string;
  readonly query: (ontology: Ontology) => Query<Written>;
  /** The passes and steps that are off in the slower variant; empty when that is another statement. */
  readonly off: readonly (PassName | NestingStep)[];
  /** Another statement that returns the same rows. */
  readonly instead?: (ontology: Ontology) => Query<Written>;
  /** Rows are grouped by entity. */
  readonly nested?: true;
  /** The order of the rows is total. */
  readonly ordered?: true;
}

type Options = Partial<Pick<PassCase, 'ontology' | 'off' | 'nested' | 'ordered'>>;

/** Returns the cases over the tables of `activities(rows)`. */
export function passCases(rows: number): readonly PassCase[] {
  return [...keyCases(), ...sourceCases(), ...pushCases(rows), ...joinCases(), ...manyCases(), ...emittedCases()];
}

function keyCases(): readonly PassCase[] {
  return [
    caseOf('1 key-templates', 'one entity of a parent of 8 tables, by its id', "SELECT entity_type, remark FROM activity WHERE entity_id = '807'"),
    caseOf('1 key-templates', 'two concepts joined by composite ids', 'SELECT COUNT(*) AS n FROM order_line l JOIN line_note n ON n.entity_id = l.entity_id'),
  ]; // prettier-ignore
}

function sourceCases(): readonly PassCase[] {
  const overlaps = { ontology: OVERLAPS };
  return [
    caseOf('2 contained-branches', 'count of a parent of overlapping tables', 'SELECT COUNT(*) AS n FROM party', overlaps),
    caseOf('2 contained-branches', 'values of the most specific table', 'SELECT COUNT(*) AS n, MAX(name) AS name FROM worker', overlaps),
    caseOf('3 disjoint-branches', 'values of types that share no entity', 'SELECT COUNT(*) AS n, MAX(title) AS title FROM ware', overlaps),
    caseOf('3 drop-distinct', 'DISTINCT over a key', 'SELECT COUNT(*) AS n FROM (SELECT DISTINCT order_id, ordered, total FROM sales_order) t'),
    caseOf('4 self-joins', 'two concepts of one table', 'SELECT COUNT(`has_card[card].card_no`) AS n, MAX(last_name) AS name FROM customer'),
    caseOf('4 self-joins', 'membership of a logic concept', 'SELECT segment, SUM(_type_of_agents_customer) AS n FROM customer GROUP BY segment'),
  ]; // prettier-ignore
}

function pushCases(rows: number): readonly PassCase[] {
  const page = 'activity?_select_=activity_id,happened,remark&_order_=happened&_limit_=20';
  const orders = 'sales_order?_select_=order_id,ordered,total&_order_=ordered&_limit_=20';
  const { key, offset } = behindHalf(rows);
  return [
    caseOf('5 prune-branches', 'one type of a parent', "SELECT COUNT(*) AS n, MAX(remark) AS remark FROM activity WHERE entity_type = 'visit'"),
    caseOf('5 prune-branches', 'activities of a customer, by the branches’ indexes', 'SELECT activity_id, remark FROM activity WHERE customer_id = 7'),
    pageCase('5 push-slices', 'first page of a parent', page),
    caseOf('5 push-slices', 'first page of a parent by a column without index', 'SELECT activity_id, remark FROM activity ORDER BY remark DESC, activity_id LIMIT 20', { ordered: true }),
    caseOf('5 push-counts', 'count of a parent', 'SELECT COUNT(*) AS n FROM activity'),
    caseOf('5 push-counts', 'count of values of a parent', 'SELECT COUNT(remark) AS n FROM activity WHERE activity_id > 99'),
    caseOf('5 lift-unions', 'activities of a customer, as they stand', 'SELECT activity_id, remark, entity_type FROM activity WHERE customer_id = 7'),
    pageCase('5 drop-null-orders', 'first page of a table', orders),
    caseOf('6 sargable-predicates', 'YEAR() of an indexed column', 'SELECT COUNT(*) AS n, MAX(order_id) AS last FROM sales_order WHERE YEAR(ordered) = 2011'),
    caseOf('6 sargable-predicates', 'a built label', "SELECT customer_id FROM customer WHERE entity_label = 'First 5 Last 5'"),
    caseOf('6 sargable-predicates', 'alternatives of one column', 'SELECT activity_id FROM activity WHERE customer_id = 1 OR customer_id = 2 OR customer_id = 3'),
    {
      ...pageCase('6 key instead of OFFSET', 'a page in the middle of a table', orders, key),
      off: [],
      instead: (ontology) => ({ ...pageOf(ontology, orders), offset }),
    },
  ]; // prettier-ignore
}

function joinCases(): readonly PassCase[] {
  const customer = '`by_customer[customer]';
  const buyer = '`placed_by[customer]';
  return [
    caseOf('7 join-below-union', 'first page of a parent with a path', `SELECT activity_id, remark, ${customer}.last_name\` FROM activity ORDER BY happened, activity_id LIMIT 20`, { ordered: true }),
    caseOf('7 join-below-union', 'few rows of a parent, by the end of a path', `SELECT COUNT(*) AS n, MAX(remark) AS remark FROM activity WHERE ${customer}.last_name\` = 'Last 7'`),
    caseOf('7 join-below-union', 'all rows of a parent with a path', `SELECT ${customer}.segment\` AS segment, COUNT(*) AS n FROM activity GROUP BY segment`),
    caseOf('7 semi-join-branches', 'path of a few to a parent', 'SELECT last_name, `was_active[activity].remark` FROM customer WHERE customer_id < 10'),
    caseOf('7 semi-join-branches', 'path of a page to a parent', 'SELECT last_name, `was_active[activity].remark` FROM customer ORDER BY last_name, customer_id, `was_active[activity].activity_id` LIMIT 20', { ordered: true }),
    caseOf('7 semi-join-branches', 'path of nearly all to a parent', 'SELECT COUNT(`was_active[activity].remark`) AS n FROM customer WHERE customer_id > 9'),
    caseOf('8 reduce-left-joins', 'unused columns of a view', 'SELECT ordered, COUNT(*) AS n FROM vsvc.order_list GROUP BY ordered'),
    caseOf('8 reduce-left-joins', 'condition on the end of a path', `SELECT COUNT(*) AS n FROM sales_order WHERE ${buyer}.last_name\` = 'Last 7'`),
    caseOf('8 reduce-left-joins', 'a path that always leads somewhere', `SELECT ${buyer}.segment\` AS segment, SUM(total) AS total FROM sales_order WHERE ordered < '2001-01-01' GROUP BY segment`),
    caseOf('8 reduce-left-joins', 'page by the end of such paths', 'SELECT buyer, country, total FROM vsvc.order_list ORDER BY order_id LIMIT 20', { ordered: true }),
    caseOf('9 foreign-key-joins', 'key at the end of a path', `SELECT ${buyer}.customer_id\` AS id, COUNT(*) AS n FROM sales_order GROUP BY id`),
    caseOf('9 foreign-key-joins', 'key at the end of a path that may lead nowhere', 'SELECT COUNT(`placed_by[customer].served_by[agent].agent_id`) AS n FROM sales_order'),
  ]; // prettier-ignore
}

function manyCases(): readonly PassCase[] {
  const flat =
    'SELECT customer_id, `placed[sales_order].total`, `was_active[complaint].remark` FROM customer WHERE customer_id < 200 ORDER BY customer_id';
  const page = 'SELECT last_name, `placed[sales_order].total` FROM customer ORDER BY last_name, customer_id LIMIT 20';
  return [
    caseOf('10 read-keys', 'all entities, nested', 'SELECT ordered, `placed_by[customer].last_name` FROM sales_order', { nested: true }),
    caseOf('10 sort-elements', 'all entities with two relations to many', flat.replace(' WHERE customer_id < 200', ''), { nested: true, ordered: true }),
    caseOf('10 page-entities', 'page of nested entities', page, { nested: true, ordered: true }),
    caseOf('10 page-rows', 'page of nested entities of a table', page, { nested: true, ordered: true }),
    caseOf('10 page-rows', 'page of nested entities of a parent', 'SELECT activity_id, happened, `by_customer[customer].last_name` FROM activity ORDER BY happened DESC, activity_id LIMIT 20', { nested: true, ordered: true }),
    caseOf('10 split-relations', 'two relations to many side by side', flat, { nested: true, ordered: true }),
    caseOf('10 number-arms', 'two relations to many of one read', flat, { nested: true, ordered: true }),
    caseOf('10 measure', 'measure along a path to many, beside a count', 'SELECT segment, `measure.order_value` AS v, `measure.customers` AS n FROM customer GROUP BY segment', { off: PASS_NAMES }),
    caseOf('10 drop-marks', 'measure of all lines, along two paths to many', 'SELECT segment, `measure.placed[sales_order].has_line[order_line].pieces` AS n FROM customer GROUP BY segment'),
    caseOf('10 drop-marks', 'measure of the lines of few customers', 'SELECT customer_id, `measure.placed[sales_order].has_line[order_line].pieces` AS n FROM customer WHERE customer_id < 200 GROUP BY customer_id'),
    caseOf('10 EXISTS', 'entities selected by what they have', 'SELECT COUNT(*) AS n FROM customer c WHERE EXISTS (SELECT 1 FROM sales_order o WHERE o.`placed_by[customer].customer_id` = c.customer_id AND o.total > 80)', { off: PASS_NAMES }),
  ]; // prettier-ignore
}

function emittedCases(): readonly PassCase[] {
  return [
    caseOf('11 merge-branches', 'types of one table, grouped', 'SELECT entity_type, COUNT(*) AS n, SUM(price) AS price FROM article GROUP BY entity_type'),
    caseOf('11 merge-branches', 'types of one table, by a condition without index', 'SELECT article_id, entity_type FROM article WHERE price = 1.11'),
    caseOf('11 merge-branches', 'page of types of one table', 'SELECT article_id, entity_type, title FROM article ORDER BY article_id LIMIT 20', { ordered: true }),
    caseOf('11 merge-branches', 'what a row refers to, by its type', 'SELECT `of_article[article].entity_type` AS kind, SUM(quantity) AS n FROM order_line WHERE order_id < 1000 GROUP BY kind'),
    caseOf('12 inline-derived', 'condition on the end of a path', "SELECT COUNT(*) AS n FROM order_line WHERE `on_order[sales_order].placed_by[customer].last_name` = 'Last 7'"),
    caseOf('12 inline-derived', 'constants at the end of a path that may lead nowhere', 'SELECT `served_by[agent].entity_type` AS t, `served_by[agent].agent_name` AS a, COUNT(*) AS n FROM customer GROUP BY t, a'),
    caseOf('12 drop-columns', 'columns of a derived table that nobody reads', 'SELECT COUNT(*) AS n FROM (SELECT customer_id, MAX(happened) AS last, MIN(remark) AS first FROM activity GROUP BY customer_id) t'),
    caseOf('12 drop-null-checks', 'count of a table', 'SELECT COUNT(*) AS n FROM order_line'),
  ]; // prettier-ignore
}

/** Builds a case whose slower variant runs without the pass that the optimisation names. */
function caseOf(optimisation: string, title: string, sql: string, options: Options = {}): PassCase {
  const name = optimisation.split(' ').at(-1) ?? '';
  const pass = [...PASS_NAMES, ...NESTING_STEPS].filter((known) => known === name);
  return { optimisation, title, ontology: ACTIVITIES, query: () => parseQuery(sql), off: pass, ...options };
}

/** Builds a case of a page by the filters of a URL, in a complete order. */
function pageCase(optimisation: string, title: string, address: string, key?: Key): PassCase {
  const pass = caseOf(optimisation, title, '');
  return { ...pass, query: (ontology) => pageOf(ontology, address, key), ordered: true };
}

function pageOf(ontology: Ontology, address: string, key?: Key): Query<Written> {
  const [name = '', search = ''] = address.split('?');
  const concept = ontology.concepts.get(nameKey(name));
  if (concept === undefined) throw new Error(`no concept ${name}`);
  const filter = parseFilter([...new URLSearchParams(search)]);
  const page = completeOrder(lowerFilter({ schema: 'dsvc', table: name }, filter), ontology, concept, {
    masks: () => false,
  });
  const behind = key === undefined ? page : seekBehind(page, orderColumns(page), key);
  if (behind === undefined) throw new Error('nothing is behind this key');
  return behind;
}

/** Returns the position after half of the orders, by their 9,000 repeating days. */
function behindHalf(rows: number): { readonly key: Key; readonly offset: number } {
  const ids = Array.from({ length: rows }, (_, index) => index + 1).sort((a, b) => (a % 9_000) - (b % 9_000) || a - b);
  const offset = rows / 2;
  const id = ids[offset - 1] ?? 0;
  const day = new Date(Date.UTC(2000, 0, 1 + (id % 9_000))).toISOString().slice(0, 10);
  return { key: [day, String(id)], offset };
}

export type GoldenCase = { readonly name: string } & (
  | { readonly sql: string; readonly nested?: true }
  /** A request for `concept/<name>` or `view/<name>` with a query string. */
  | { readonly target: string; readonly url: string }
);

export const CASES: Readonly<Record<string, readonly GoldenCase[]>> = {
  chinook: [
    { name: 'all of a concept', target: 'concept/genre', url: '' },
    { name: 'filter over a path', target: 'concept/track', url: '_subj_=on_album[album].title&_op_=like&_comp_=Back%25' },
    {
      name: 'groups and conjunctions',
      target: 'concept/customer',
      url: '_subj_=country&_op_=in&_comp_=Norway,"a,b"&_conj_=or&_subj1_=city&_op1_=eq&_comp1_=Oslo&_conj1_=and&_subj2_=company&_op2_=is_null',
    },
    { name: 'order and page', target: 'concept/track', url: '_select_=title,on_album[album].title&_order_=-milliseconds&_limit_=5&_offset_=10' },
    { name: 'sets in a pattern', target: 'concept/artist', url: '_subj_=name&_op_=not_like&_comp_=[A-C]%25' },
    { name: 'a view', target: 'view/track_catalogue', url: '_subj_=artist_name&_op_=eq&_comp_=AC/DC' },
    { name: 'parent of two children', sql: 'SELECT entity_id, entity_type, last_name FROM svc.person ORDER BY last_name' },
    { name: 'first page of a parent', sql: 'SELECT last_name, country FROM person ORDER BY country, entity_id LIMIT 20' },
    { name: 'count of a parent', sql: "SELECT COUNT(*) FROM person WHERE country = 'Canada'" },
    { name: 'one type of a parent', sql: "SELECT last_name, company FROM person WHERE entity_type = 'customer' AND city = 'Oslo'" },
    { name: 'entities of a parent by id', sql: "SELECT last_name FROM person WHERE entity_id IN ('1', 'x') OR entity_id = '7'" },
    { name: 'related entity by id', sql: "SELECT title FROM track WHERE `on_album[album].entity_id` = '5' AND entity_id <> 'a|b'" },
    { name: 'filter on a built label', sql: "SELECT customer_id FROM customer WHERE entity_label = 'Ann Lee' OR customer_id = 1 OR customer_id = 2" },
    { name: 'columns of children', sql: 'SELECT last_name, job_title, company FROM esvc.person' },
    { name: 'chain of paths', sql: 'SELECT title, `on_album[album].made_by[artist].name` FROM track WHERE `of_genre[genre].genre_name` = "Rock"' },
    { name: 'many to many', sql: 'SELECT `in_playlist[playlist].name`, COUNT(*) FROM track GROUP BY `in_playlist[playlist].name`' },
    { name: 'inverse to many', sql: 'SELECT name, `made[album].title` FROM artist WHERE `made[album].has_track[track].milliseconds` > 1000000' },
    { name: 'unnamed inverse', sql: 'SELECT genre_name, COUNT(`~of_genre[track].track_id`) AS tracks FROM genre GROUP BY genre_name' },
    { name: 'type filter of a target', sql: 'SELECT invoice_id FROM invoice WHERE `placed_by[loyal_customer].customer_id` IS NOT NULL' },
    { name: 'logic concept', sql: 'SELECT title FROM long_track' },
    { name: 'logic concept over a path', sql: 'SELECT first_name, last_name FROM loyal_customer' },
    { name: 'calculated property', sql: 'SELECT line_total FROM invoice_line WHERE line_total > 1' },
    { name: 'masked column', sql: "SELECT email FROM customer WHERE email LIKE 'a%' ORDER BY email" },
    { name: 'correlated sub-query', sql: 'SELECT name FROM artist a WHERE EXISTS (SELECT 1 FROM album b WHERE b.artist_id = a.artist_id)' },
    { name: 'common tables and sets', sql: 'WITH t AS (SELECT country AS c FROM customer UNION SELECT billing_country FROM invoice) SELECT c, COUNT(*) AS n FROM t GROUP BY c HAVING n > 0' },
    { name: 'key of a parent', sql: 'SELECT invoice_id, `placed_by[customer].customer_id`, `placed_by[customer].supported_by[employee].employee_id` FROM invoice' },
    { name: 'keys over many to many', sql: 'SELECT title, `in_playlist[playlist].playlist_id` FROM track WHERE `of_genre[genre].genre_id` IS NULL' },
    { name: 'unused paths of a view', sql: "SELECT title FROM vsvc.track_catalogue WHERE genre = 'Jazz'" },
    { name: 'row around a sub-query', sql: 'SELECT last_name FROM employee e WHERE EXISTS (SELECT 1 FROM employee f WHERE f.employee_id = e.employee_id AND f.`reports_to[employee].employee_id` = 1)' },
    { name: 'recursive table', sql: 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n' },
    { name: 'window', sql: 'SELECT title, ROW_NUMBER() OVER (PARTITION BY album_id ORDER BY milliseconds DESC) AS place FROM track' },
    { name: 'page of nested rows of a table', nested: true, sql: 'SELECT title, `sold_in[invoice_line].quantity` FROM track ORDER BY title, track_id LIMIT 3' },
    { name: 'transitive path', sql: 'SELECT last_name, `reports_to[employee*3].last_name`, `reports_to[employee*3]_transitivity_level` FROM employee' },
    { name: 'membership of children', sql: 'SELECT first_name, `_type_of_customer`, `_type_of_loyal_customer` FROM person' },
    { name: 'functions', sql: "SELECT CONCAT(first_name, ' ', last_name) AS n, IF(company IS NULL, 'private', company) AS c, YEAR(`placed[invoice].invoice_date`) AS y FROM customer" },
  ],
  records: [
    { name: 'page of nested entities', nested: true, sql: 'SELECT artist_name, `made[album].album_title` FROM artist ORDER BY artist_name LIMIT 2 OFFSET 1' },
    { name: 'relations side by side', nested: true, sql: "SELECT title, tag, `in_playlist[playlist].list_name` FROM track WHERE tag = 'loud'" },
    { name: 'relations of one read', nested: true, sql: "SELECT artist_name, `made[album].has_track[track].tag`, `made[album].has_track[track].sold_in[sale].quantity` FROM artist WHERE country = 'NO'" },
    { name: 'measure along a path to many', sql: 'SELECT artist_id, `measure.album_time`, COUNT(*) FROM album' },
  ],
  overlaps: [
    { name: 'each entity once', sql: 'SELECT entity_type, party_name FROM party' },
    { name: 'keys of one table', sql: 'SELECT COUNT(*) FROM party' },
    { name: 'types of one table', sql: 'SELECT code, title FROM thing_sold' },
  ],
  sakila: [
    { name: 'chain to a country', sql: 'SELECT first_name, `lives_at[address].in_city[city].in_country[country].country_name` FROM customer WHERE customer_id = 1' },
    { name: 'logic concept over many to many', sql: 'SELECT COUNT(*) FROM actor_of_comedies' },
  ],
  tpch: [
    { name: 'path of few to a parent', sql: "SELECT nation_name, `home_of[party].name` FROM nation WHERE nation_name LIKE 'I%'" },
    { name: 'path of a page to a parent', sql: 'SELECT nation_name, `home_of[party].name` FROM nation ORDER BY nation_name, nation_id LIMIT 2' },
    { name: 'measure along paths to many', sql: 'SELECT segment, `measure.placed[sales_order].has_line[order_line].revenue` FROM customer' },
    { name: 'measure of entities without others', sql: 'SELECT segment, `measure.customers` FROM customer WHERE `placed[sales_order].order_id` IS NULL' },
    { name: 'measures of entities that repeat', sql: 'SELECT segment, `measure.placed[sales_order].orders`, `measure.placed[sales_order].has_line[order_line].units` FROM customer' },
  ],
};

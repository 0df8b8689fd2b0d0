import { proveQueries } from '../support/prove-queries';
import { sakila } from '../support/sample-databases';

proveQueries('sakila', sakila, [
  {
    name: 'a chain of three to one',
    sql: 'SELECT customer_id, `lives_at[address].in_city[city].in_country[country].country_name` FROM customer',
    joins: `SELECT c.customer_id, o.country FROM customer c JOIN address a ON a.address_id = c.address_id
      JOIN city t ON t.city_id = a.city_id JOIN country o ON o.country_id = t.country_id`,
    rows: 599,
  },
  {
    name: 'to one that is nowhere set',
    sql: 'SELECT title, `shot_in_language[language].language_name` FROM film WHERE `shot_in_language[language].language_id` IS NULL',
    joins: 'SELECT title, NULL FROM film WHERE original_language_id IS NULL',
    rows: 1000,
  },
  {
    name: 'two paths to the same concept are two joins',
    sql: 'SELECT `of_copy[inventory].kept_in[store].store_id` AS kept, `handled_by[staff].of_store[store].store_id` AS handled, COUNT(*) AS n FROM rental GROUP BY kept, handled',
    joins: `SELECT i.store_id, s.store_id, COUNT(*) FROM rental r JOIN inventory i ON i.inventory_id = r.inventory_id
      JOIN staff s ON s.staff_id = r.staff_id GROUP BY i.store_id, s.store_id`,
    rows: 4,
  },
  {
    name: 'a chain of named inverses to many',
    sql: "SELECT country_name, `has_city[city].has_address[address].home_of[customer].last_name` FROM country WHERE country_name LIKE 'S%'",
    joins: `SELECT o.country, c.last_name FROM country o LEFT JOIN city t ON t.country_id = o.country_id
      LEFT JOIN address a ON a.city_id = t.city_id LEFT JOIN customer c ON c.address_id = a.address_id WHERE o.country LIKE 'S%'`,
    rows: 36,
  },
  {
    name: 'many to many',
    sql: "SELECT title, `has_actor[actor].full_name` FROM film WHERE `in_category[category].category_name` = 'Sci-Fi'",
    joins: `SELECT f.title, CONCAT(a.first_name, ' ', a.last_name) FROM film f JOIN film_category fc ON fc.film_id = f.film_id
      JOIN category c ON c.category_id = fc.category_id LEFT JOIN film_actor fa ON fa.film_id = f.film_id
      LEFT JOIN actor a ON a.actor_id = fa.actor_id WHERE c.name = 'Sci-Fi'`,
    rows: 326,
  },
  {
    name: 'many to many twice: actors of the same film',
    sql: "SELECT DISTINCT `acts_in[film].has_actor[actor].actor_id` AS partner FROM actor WHERE last_name = 'GUINESS' AND `acts_in[film].has_actor[actor].last_name` <> 'GUINESS'",
    joins: `SELECT DISTINCT b.actor_id FROM actor a JOIN film_actor x ON x.actor_id = a.actor_id
      JOIN film_actor y ON y.film_id = x.film_id JOIN actor b ON b.actor_id = y.actor_id WHERE a.last_name = 'GUINESS' AND b.last_name <> 'GUINESS'`,
    rows: 177,
  },
  {
    name: 'a column of the link',
    sql: "SELECT actor_id, `acts_in[film].film_id`, `acts_in[film]_credited_on` FROM actor WHERE actor_id < 4 AND `acts_in[film]_credited_on` > '2000-01-01'",
    joins: 'SELECT actor_id, film_id, last_update FROM film_actor WHERE actor_id < 4',
    rows: 66,
  },
  {
    name: 'an inverse without a name',
    sql: 'SELECT username, COUNT(DISTINCT `~handled_by[payment].payment_id`) AS payments FROM staff GROUP BY username',
    joins:
      'SELECT s.username, COUNT(p.payment_id) FROM staff s JOIN payment p ON p.staff_id = s.staff_id GROUP BY s.username',
    rows: 2,
  },
  {
    name: 'an inverse by the name of its other direction: one join with the named one',
    sql: 'SELECT film_id, `~copy_of[inventory].inventory_id` FROM film WHERE `has_copy[inventory].store_id` = 2',
    joins: 'SELECT film_id, inventory_id FROM inventory WHERE store_id = 2',
    rows: 2311,
  },
  {
    name: 'the target as a type filter',
    sql: 'SELECT inventory_id, `copy_of[family_film].title` FROM inventory WHERE inventory_id <= 100',
    joins: `SELECT i.inventory_id, f.title FROM inventory i LEFT JOIN film f ON f.film_id = i.film_id AND f.rating IN ('G', 'PG') WHERE i.inventory_id <= 100`,
    rows: 100,
  },
  {
    name: 'the target as a type filter after an inverse of a parent',
    sql: 'SELECT store_id, COUNT(`has_person[customer].customer_id`) AS customers FROM store GROUP BY store_id',
    joins: 'SELECT store_id, COUNT(*) FROM customer GROUP BY store_id',
    rows: 2,
  },
  {
    name: 'an inverse that leads to a parent of two children',
    sql: 'SELECT store_id, `has_person[person].entity_type` AS type, COUNT(*) AS n FROM store GROUP BY store_id, type',
    joins:
      "SELECT store_id, 'customer', COUNT(*) FROM customer GROUP BY store_id UNION ALL SELECT store_id, 'staff', COUNT(*) FROM staff GROUP BY store_id",
    rows: 4,
  },
  {
    name: 'a relationship of a parent',
    sql: "SELECT entity_id, entity_type, `lives_at[address].district` FROM person WHERE `lives_at[address].in_city[city].city_name` IN ('Lethbridge', 'Woodridge', 'London')",
    joins: `SELECT CAST(p.id AS CHAR(9)), p.type, a.district FROM (SELECT customer_id AS id, 'customer' AS type, address_id FROM customer
      UNION ALL SELECT staff_id, 'staff', address_id FROM staff) p JOIN address a ON a.address_id = p.address_id
      JOIN city t ON t.city_id = a.city_id WHERE t.city IN ('Lethbridge', 'Woodridge', 'London')`,
    rows: 4,
  },
  {
    name: 'a logic concept and its paths',
    sql: 'SELECT rental_id, `rented_by[customer].last_name`, `of_copy[inventory].copy_of[film].title` FROM open_rental',
    joins: `SELECT r.rental_id, c.last_name, f.title FROM rental r JOIN customer c ON c.customer_id = r.customer_id
      JOIN inventory i ON i.inventory_id = r.inventory_id JOIN film f ON f.film_id = i.film_id WHERE r.return_date IS NULL`,
    rows: 183,
  },
  {
    name: 'a logic concept over paths of many to many',
    sql: 'SELECT actor_id, COUNT(`acts_in[film].film_id`) AS films FROM actor_of_comedies GROUP BY actor_id',
    joins: `SELECT x.actor_id, COUNT(*) FROM film_actor x WHERE x.actor_id IN (SELECT y.actor_id FROM film_actor y
      JOIN film_category fc ON fc.film_id = y.film_id JOIN category c ON c.category_id = fc.category_id WHERE c.name = 'Comedy') GROUP BY x.actor_id`,
    rows: 147,
  },
  {
    name: 'a logic concept as the target of a path',
    sql: 'SELECT category_name, COUNT(`holds_film[family_film].film_id`) AS films, COUNT(*) AS n FROM category GROUP BY category_name',
    joins: `SELECT c.name, COUNT(f.film_id), COUNT(CASE WHEN f.film_id IS NULL THEN NULL ELSE 1 END) FROM category c
      JOIN film_category fc ON fc.category_id = c.category_id JOIN film f ON f.film_id = fc.film_id AND f.rating IN ('G', 'PG') GROUP BY c.name`,
    rows: 16,
  },
  {
    name: 'GROUP BY, HAVING and ORDER BY over paths',
    sql: `SELECT \`paid_by[customer].lives_at[address].in_city[city].in_country[country].country_name\` AS country, SUM(amount) AS total FROM payment
      GROUP BY country HAVING SUM(amount) > 2000 AND COUNT(DISTINCT \`paid_by[customer].customer_id\`) > 20
      ORDER BY total DESC, \`paid_by[customer].lives_at[address].in_city[city].in_country[country].country_name\``,
    joins: `SELECT o.country, SUM(p.amount) AS total FROM payment p JOIN customer c ON c.customer_id = p.customer_id
      JOIN address a ON a.address_id = c.address_id JOIN city t ON t.city_id = a.city_id JOIN country o ON o.country_id = t.country_id
      GROUP BY o.country HAVING SUM(p.amount) > 2000 AND COUNT(DISTINCT c.customer_id) > 20 ORDER BY 2 DESC, 1`,
    rows: 7,
    ordered: true,
  },
  {
    name: 'CASE and functions over paths',
    sql: `SELECT CASE \`of_copy[inventory].copy_of[film].rating\` WHEN 'G' THEN 'all' WHEN 'PG' THEN 'most' ELSE 'some' END AS audience,
      YEAR(rental_date) AS y, MONTH(rental_date) AS m, COUNT(*) AS n, SUM(\`has_payment[payment].amount\`) AS paid FROM rental GROUP BY audience, y, m`,
    joins: `SELECT CASE WHEN f.rating = 'G' THEN 'all' WHEN f.rating = 'PG' THEN 'most' ELSE 'some' END AS audience,
      EXTRACT(YEAR FROM r.rental_date) AS y, EXTRACT(MONTH FROM r.rental_date) AS m, COUNT(*), SUM(p.amount) FROM rental r
      JOIN inventory i ON i.inventory_id = r.inventory_id JOIN film f ON f.film_id = i.film_id
      LEFT JOIN payment p ON p.rental_id = r.rental_id GROUP BY audience, y, m`,
    rows: 15,
  },
  {
    name: 'NOT EXISTS, correlated',
    sql: 'SELECT f.film_id, f.title FROM film f WHERE NOT EXISTS (SELECT 1 FROM inventory i WHERE i.`copy_of[film].film_id` = f.film_id)',
    joins:
      'SELECT f.film_id, f.title FROM film f LEFT JOIN inventory i ON i.film_id = f.film_id WHERE i.inventory_id IS NULL',
    rows: 42,
  },
  {
    name: 'a sub-query in FROM and one in WHERE',
    sql: `SELECT d.category, d.films FROM (SELECT \`in_category[category].category_name\` AS category, COUNT(*) AS films FROM film
      WHERE length > (SELECT AVG(length) FROM film WHERE \`in_language[language].language_name\` = 'English') GROUP BY category) d WHERE d.films > 30`,
    joins: `SELECT c.name, COUNT(*) FROM film f JOIN film_category fc ON fc.film_id = f.film_id JOIN category c ON c.category_id = fc.category_id
      WHERE f.length > (SELECT AVG(length) FROM film) GROUP BY c.name HAVING COUNT(*) > 30`,
    rows: 6,
  },
  {
    name: 'a common table over paths and a window over it',
    sql: `WITH rented AS (SELECT \`of_copy[inventory].copy_of[film].in_category[category].category_name\` AS category,
        \`of_copy[inventory].copy_of[film].film_id\` AS film, COUNT(*) AS times FROM rental GROUP BY category, film)
      SELECT category, film, times, DENSE_RANK() OVER (PARTITION BY category ORDER BY times DESC) AS place FROM rented`,
    joins: `SELECT c.name, i.film_id, COUNT(*), DENSE_RANK() OVER (PARTITION BY c.name ORDER BY COUNT(*) DESC) FROM rental r
      JOIN inventory i ON i.inventory_id = r.inventory_id JOIN film_category fc ON fc.film_id = i.film_id
      JOIN category c ON c.category_id = fc.category_id GROUP BY c.name, i.film_id`,
    rows: 958,
  },
  {
    name: 'UNION ALL of paths',
    sql: 'SELECT `managed_by[staff].last_name` AS name, `located_at[address].district` AS place FROM store UNION ALL SELECT last_name, `lives_at[address].district` FROM staff ORDER BY name, place',
    joins: `SELECT s.last_name AS name, a.district AS place FROM store o JOIN staff s ON s.staff_id = o.manager_staff_id JOIN address a ON a.address_id = o.address_id
      UNION ALL SELECT s.last_name, a.district FROM staff s JOIN address a ON a.address_id = s.address_id ORDER BY name, place`,
    rows: 4,
    ordered: true,
  },
  {
    name: 'a view over many to many',
    sql: "SELECT title, category, language FROM vsvc.film_catalogue WHERE rating = 'NC-17' AND category IN ('Horror', 'Music')",
    joins: `SELECT f.title, c.name, l.name FROM film f JOIN film_category fc ON fc.film_id = f.film_id JOIN category c ON c.category_id = fc.category_id
      JOIN language l ON l.language_id = f.language_id WHERE f.rating = 'NC-17' AND c.name IN ('Horror', 'Music')`,
    rows: 27,
  },
  {
    name: 'a grouped view, filtered',
    target: 'view/customers_by_country',
    url: '_subj_=customers&_op_=gte&_comp_=28&_order_=-customers,country',
    joins: `SELECT o.country AS country, COUNT(*) AS n FROM customer c JOIN address a ON a.address_id = c.address_id JOIN city t ON t.city_id = a.city_id
      JOIN country o ON o.country_id = t.country_id GROUP BY o.country HAVING COUNT(*) >= 28 ORDER BY n DESC, country`,
    rows: 7,
    ordered: true,
  },
  {
    name: 'a URL filter over a path to many',
    target: 'concept/category',
    url: '_subj_=holds_film[film].rental_rate&_op_=eq&_comp_=4.99&_subj1_=holds_film[film].length&_op1_=in&_comp1_=46,185',
    joins: `SELECT CAST(c.category_id AS CHAR(9)), 'category', c.name, c.category_id, c.name, f.rental_rate, f.length FROM category c
      JOIN film_category fc ON fc.category_id = c.category_id JOIN film f ON f.film_id = fc.film_id WHERE f.rental_rate = 4.99 AND f.length IN (46, 185)`,
    rows: 6,
  },
  {
    name: 'a URL filter with null, text and time conditions',
    target: 'concept/rental',
    url: '_select_=rental_id,rental_date,handled_by[staff].username&_subj_=return_date&_op_=is_null&_conj_=and&_subj2_=rental_date&_op2_=lt&_comp2_=2006-02-14 15:16:04&_conj2_=or&_subj3_=rental_date&_op3_=eq&_comp3_=2005-05-24 22:53:30',
    joins: `SELECT r.rental_id, r.rental_date, s.username FROM rental r JOIN staff s ON s.staff_id = r.staff_id
      WHERE r.return_date IS NULL AND r.rental_date < '2006-02-14 15:16:04' OR r.rental_date = '2005-05-24 22:53:30'`,
    rows: 184,
  },
]);

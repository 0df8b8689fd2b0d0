import { type ProvenQuery } from './prove-queries';

/** Twenty-two questions in the form of a well-known benchmark, each as a query by paths and as joins over the tables. */
export const TPCH_QUERIES: readonly (ProvenQuery & { readonly sql: string })[] = [
  {
    name: '1: sums and means of lines by their states',
    sql: `SELECT return_flag, state, \`measure.units\`, SUM(price), \`measure.revenue\`, SUM(gross_price), AVG(quantity), AVG(price),
        AVG(discount), \`measure.lines\`
      FROM order_line WHERE shipped <= DATE '2021-08-01' - INTERVAL 90 DAY GROUP BY return_flag, state ORDER BY return_flag, state`,
    joins: `SELECT return_flag, state, SUM(quantity), SUM(price), SUM(price * (1 - discount)), SUM(price * (1 - discount) * (1 + tax)),
        CAST(AVG(quantity) AS DECIMAL(14, 4)), CAST(AVG(price) AS DECIMAL(18, 6)), CAST(AVG(discount) AS DECIMAL(18, 6)), COUNT(*)
      FROM lineitem WHERE shipped <= DATE '2021-08-01' - INTERVAL 90 DAY GROUP BY return_flag, state ORDER BY return_flag, state`,
    rows: 4,
    ordered: true,
  },
  {
    name: '2: the cheapest offers of a region, by a correlated minimum',
    sql: `SELECT o.\`offered_by[supplier].balance\`, o.\`offered_by[supplier].name\`, o.\`offered_by[supplier].based_in[nation].nation_name\`,
        o.part_id, o.\`offers_part[part].maker\`, o.\`offered_by[supplier].phone\`
      FROM offer o WHERE o.\`offers_part[part].size\` < 8 AND o.\`offers_part[part].kind\` LIKE '%brass'
        AND o.\`offered_by[supplier].based_in[nation].in_region[region].region_name\` = 'Europe'
        AND o.cost = (SELECT MIN(i.cost) FROM offer i
          WHERE i.part_id = o.part_id AND i.\`offered_by[supplier].based_in[nation].in_region[region].region_name\` = 'Europe')
      ORDER BY o.\`offered_by[supplier].balance\` DESC, o.\`offered_by[supplier].name\`, o.part_id LIMIT 10`,
    joins: `SELECT s.balance, s.name, n.name, p.id, p.maker, s.phone
      FROM part p JOIN partsupp o ON o.part_id = p.id JOIN supplier s ON s.id = o.supplier_id
        JOIN nation n ON n.id = s.nation_id JOIN region r ON r.id = n.region_id
      WHERE p.size < 8 AND p.kind LIKE '%brass' AND r.name = 'Europe'
        AND o.cost = (SELECT MIN(i.cost) FROM partsupp i JOIN supplier t ON t.id = i.supplier_id
          JOIN nation m ON m.id = t.nation_id JOIN region q ON q.id = m.region_id WHERE i.part_id = p.id AND q.name = 'Europe')
      ORDER BY s.balance DESC, s.name, p.id LIMIT 10`,
    rows: 10,
    ordered: true,
  },
  {
    name: '3: the open orders of a segment that are worth most',
    sql: `SELECT order_id, \`measure.revenue\` AS earned, \`on_order[sales_order].ordered\` AS day, \`on_order[sales_order].urgency\` AS urgency
      FROM order_line WHERE \`on_order[sales_order].placed_by[customer].segment\` = 'farming'
        AND \`on_order[sales_order].ordered\` < '2017-03-15' AND shipped > '2017-03-15'
      GROUP BY order_id, day, urgency ORDER BY earned DESC, day LIMIT 10`,
    joins: `SELECT o.id, SUM(l.price * (1 - l.discount)) AS earned, o.ordered, o.urgency
      FROM customer c JOIN orders o ON o.customer_id = c.id JOIN lineitem l ON l.order_id = o.id
      WHERE c.segment = 'farming' AND o.ordered < DATE '2017-03-15' AND l.shipped > DATE '2017-03-15'
      GROUP BY o.id, o.ordered, o.urgency ORDER BY earned DESC, o.ordered LIMIT 10`,
    rows: 10,
    ordered: true,
  },
  {
    name: '4: orders of a quarter with a late line, by EXISTS over a path',
    sql: `SELECT o.priority, \`measure.orders\` FROM sales_order o
      WHERE o.ordered >= '2016-07-01' AND o.ordered < DATE '2016-07-01' + INTERVAL 3 MONTH
        AND EXISTS (SELECT 1 FROM late_line l WHERE l.order_id = o.order_id)
      GROUP BY o.priority ORDER BY o.priority`,
    joins: `SELECT o.priority, COUNT(*) FROM orders o
      WHERE o.ordered >= DATE '2016-07-01' AND o.ordered < DATE '2016-10-01'
        AND EXISTS (SELECT 1 FROM lineitem l WHERE l.order_id = o.id AND l.due < l.received)
      GROUP BY o.priority ORDER BY o.priority`,
    rows: 5,
    ordered: true,
  },
  {
    name: '5: what suppliers earned from customers of their own nation',
    sql: `SELECT \`from_supplier[supplier].based_in[nation].nation_name\` AS nation, \`measure.revenue\` AS earned FROM order_line
      WHERE \`on_order[sales_order].placed_by[customer].nation_id\` = \`from_supplier[supplier].nation_id\`
        AND \`from_supplier[supplier].based_in[nation].in_region[region].region_name\` = 'Asia'
        AND \`on_order[sales_order].ordered\` >= '2016-01-01' AND \`on_order[sales_order].ordered\` < '2018-01-01'
      GROUP BY nation ORDER BY earned DESC`,
    joins: `SELECT n.name, SUM(l.price * (1 - l.discount)) AS earned
      FROM customer c JOIN orders o ON o.customer_id = c.id JOIN lineitem l ON l.order_id = o.id
        JOIN supplier s ON s.id = l.supplier_id AND s.nation_id = c.nation_id
        JOIN nation n ON n.id = s.nation_id JOIN region r ON r.id = n.region_id
      WHERE r.name = 'Asia' AND o.ordered >= DATE '2016-01-01' AND o.ordered < DATE '2018-01-01'
      GROUP BY n.name ORDER BY earned DESC`,
    rows: 4,
    ordered: true,
  },
  {
    name: '6: what smaller discounts would have earned',
    sql: `SELECT SUM(price * discount) FROM order_line
      WHERE shipped >= '2017-01-01' AND shipped < DATE '2017-01-01' + INTERVAL 1 YEAR AND discount BETWEEN 0.05 AND 0.07 AND quantity < 24`,
    joins: `SELECT SUM(price * discount) FROM lineitem
      WHERE shipped >= DATE '2017-01-01' AND shipped < DATE '2018-01-01' AND discount BETWEEN 0.05 AND 0.07 AND quantity < 24`,
    rows: 1,
  },
  {
    name: '7: trade between two nations by year, from a derived table',
    sql: `SELECT seller, buyer, year, SUM(net_price) FROM (
        SELECT \`from_supplier[supplier].based_in[nation].nation_name\` AS seller,
          \`on_order[sales_order].placed_by[customer].based_in[nation].nation_name\` AS buyer, YEAR(shipped) AS year, net_price
        FROM order_line WHERE shipped BETWEEN '2016-01-01' AND '2019-12-31') AS shipping
      WHERE (seller = 'Japan' AND buyer = 'Laos') OR (seller = 'Laos' AND buyer = 'Japan')
      GROUP BY seller, buyer, year ORDER BY seller, buyer, year`,
    joins: `SELECT n.name AS seller, m.name AS buyer, YEAR(l.shipped) AS y, SUM(l.price * (1 - l.discount))
      FROM supplier s JOIN lineitem l ON l.supplier_id = s.id JOIN orders o ON o.id = l.order_id
        JOIN customer c ON c.id = o.customer_id JOIN nation n ON n.id = s.nation_id JOIN nation m ON m.id = c.nation_id
      WHERE ((n.name = 'Japan' AND m.name = 'Laos') OR (n.name = 'Laos' AND m.name = 'Japan'))
        AND l.shipped BETWEEN DATE '2016-01-01' AND DATE '2019-12-31'
      GROUP BY seller, buyer, y ORDER BY seller, buyer, y`,
    rows: 8,
    ordered: true,
  },
  {
    name: '8: the share of one nation in a market, by year',
    sql: `SELECT YEAR(\`on_order[sales_order].ordered\`) AS year,
        SUM(CASE WHEN \`from_supplier[supplier].based_in[nation].nation_name\` = 'Peru' THEN net_price ELSE 0 END) / SUM(net_price) AS share
      FROM order_line WHERE \`on_order[sales_order].placed_by[customer].based_in[nation].in_region[region].region_name\` = 'Americas'
        AND \`on_order[sales_order].ordered\` BETWEEN '2016-01-01' AND '2019-12-31' AND \`of_part[part].kind\` LIKE 'polished %'
      GROUP BY year ORDER BY year`,
    joins: `SELECT YEAR(o.ordered) AS y,
        CAST(SUM(CASE WHEN m.name = 'Peru' THEN l.price * (1 - l.discount) ELSE 0 END) / SUM(l.price * (1 - l.discount)) AS DECIMAL(18, 8))
      FROM part p JOIN lineitem l ON l.part_id = p.id JOIN supplier s ON s.id = l.supplier_id JOIN orders o ON o.id = l.order_id
        JOIN customer c ON c.id = o.customer_id JOIN nation n ON n.id = c.nation_id JOIN region r ON r.id = n.region_id
        JOIN nation m ON m.id = s.nation_id
      WHERE r.name = 'Americas' AND o.ordered BETWEEN DATE '2016-01-01' AND DATE '2019-12-31' AND p.kind LIKE 'polished %'
      GROUP BY y ORDER BY y`,
    rows: 4,
    ordered: true,
  },
  {
    name: '9: profit on a kind of part by nation and year, over a key of two columns',
    sql: `SELECT \`from_supplier[supplier].based_in[nation].nation_name\` AS nation, YEAR(\`on_order[sales_order].ordered\`) AS year,
        SUM(net_price - \`of_offer[offer].cost\` * quantity) AS profit
      FROM order_line WHERE \`of_part[part].name\` LIKE '%green%' GROUP BY nation, year ORDER BY nation, year DESC`,
    joins: `SELECT n.name AS nation, YEAR(o.ordered) AS y, SUM(l.price * (1 - l.discount) - f.cost * l.quantity)
      FROM part p JOIN lineitem l ON l.part_id = p.id JOIN supplier s ON s.id = l.supplier_id
        JOIN partsupp f ON f.part_id = l.part_id AND f.supplier_id = l.supplier_id
        JOIN orders o ON o.id = l.order_id JOIN nation n ON n.id = s.nation_id
      WHERE p.name LIKE '%green%' GROUP BY nation, y ORDER BY nation, y DESC`,
    rows: 126,
    ordered: true,
  },
  {
    name: '10: customers who sent back most, a measure along paths to many',
    sql: `SELECT customer_id, name, \`measure.placed[sales_order].has_line[order_line].revenue\` AS lost, balance,
        \`based_in[nation].nation_name\`, phone, note
      FROM customer WHERE \`placed[sales_order].ordered\` >= '2016-10-01' AND \`placed[sales_order].ordered\` < '2017-01-01'
        AND \`placed[sales_order].has_line[order_line].return_flag\` = 'R'
      ORDER BY lost DESC, customer_id LIMIT 20`,
    joins: `SELECT c.id, c.name, SUM(l.price * (1 - l.discount)) AS lost, c.balance, n.name, c.phone, c.note
      FROM customer c JOIN orders o ON o.customer_id = c.id JOIN lineitem l ON l.order_id = o.id JOIN nation n ON n.id = c.nation_id
      WHERE o.ordered >= DATE '2016-10-01' AND o.ordered < DATE '2017-01-01' AND l.return_flag = 'R'
      GROUP BY c.id, c.name, c.balance, n.name, c.phone, c.note ORDER BY lost DESC, c.id LIMIT 20`,
    rows: 20,
    ordered: true,
  },
  {
    name: '11: stock of a nation above a fraction of all of it, a measure in HAVING',
    sql: `SELECT part_id, \`measure.stock\` AS value FROM offer WHERE \`offered_by[supplier].based_in[nation].nation_name\` = 'Chad'
      GROUP BY part_id HAVING \`measure.stock\` > (
        SELECT \`measure.stock\` * 0.02 FROM offer WHERE \`offered_by[supplier].based_in[nation].nation_name\` = 'Chad')
      ORDER BY value DESC`,
    joins: `SELECT f.part_id, SUM(f.cost * f.available) AS value FROM partsupp f JOIN supplier s ON s.id = f.supplier_id
        JOIN nation n ON n.id = s.nation_id
      WHERE n.name = 'Chad' GROUP BY f.part_id HAVING SUM(f.cost * f.available) > (
        SELECT SUM(g.cost * g.available) * 0.02 FROM partsupp g JOIN supplier t ON t.id = g.supplier_id
          JOIN nation m ON m.id = t.nation_id WHERE m.name = 'Chad')
      ORDER BY value DESC`,
    rows: 18,
    ordered: true,
  },
  {
    name: '12: late lines by mode, urgent and not, measures with filters over a path',
    sql: `SELECT mode, \`measure.urgent_lines\`, \`measure.other_lines\` FROM late_line
      WHERE mode IN ('post', 'sea') AND shipped < due AND received >= '2017-01-01' AND received < '2018-01-01' GROUP BY mode ORDER BY mode`,
    joins: `SELECT l.mode, SUM(CASE WHEN o.priority IN ('1 now', '2 soon') THEN 1 ELSE 0 END),
        SUM(CASE WHEN o.priority NOT IN ('1 now', '2 soon') THEN 1 ELSE 0 END)
      FROM orders o JOIN lineitem l ON l.order_id = o.id
      WHERE l.mode IN ('post', 'sea') AND l.due < l.received AND l.shipped < l.due
        AND l.received >= DATE '2017-01-01' AND l.received < DATE '2018-01-01' GROUP BY l.mode ORDER BY l.mode`,
    rows: 2,
    ordered: true,
  },
  {
    name: '13: how many customers have how many plain orders, the target as a filter that keeps those without',
    sql: `SELECT orders, COUNT(*) AS customers FROM (
        SELECT customer_id, COUNT(\`placed[plain_order].order_id\`) AS orders FROM customer GROUP BY customer_id) AS counted
      GROUP BY orders ORDER BY customers DESC, orders DESC`,
    joins: `SELECT n, COUNT(*) AS customers FROM (
        SELECT c.id, COUNT(o.id) AS n FROM customer c LEFT JOIN orders o ON o.customer_id = c.id AND o.note NOT LIKE '%special%requests%'
        GROUP BY c.id) AS counted
      GROUP BY n ORDER BY customers DESC, n DESC`,
    rows: 15,
    ordered: true,
  },
  {
    name: '14: the share of bargains in a month, a measure over measures',
    sql: "SELECT `measure.bargain_share` FROM order_line WHERE shipped >= '2017-09-01' AND shipped < '2017-10-01'",
    joins: `SELECT CAST(100.00 * SUM(CASE WHEN p.kind LIKE 'bargain%' THEN l.price * (1 - l.discount) END) / SUM(l.price * (1 - l.discount)) AS DECIMAL(18, 8))
      FROM lineitem l JOIN part p ON p.id = l.part_id WHERE l.shipped >= DATE '2017-09-01' AND l.shipped < DATE '2017-10-01'`,
    rows: 1,
  },
  {
    name: '15: the supplier that earned most, by a view of sums',
    sql: `SELECT s.supplier_id, s.name, s.phone, (SELECT v.earned FROM vsvc.supplier_revenue v WHERE v.supplier_id = s.supplier_id) AS earned
      FROM supplier s WHERE s.supplier_id IN (
        SELECT v.supplier_id FROM vsvc.supplier_revenue v WHERE v.earned = (SELECT MAX(earned) FROM vsvc.supplier_revenue))
      ORDER BY s.supplier_id`,
    joins: `WITH sums AS (SELECT supplier_id, SUM(price * (1 - discount)) AS earned FROM lineitem
        WHERE shipped >= DATE '2017-04-01' AND shipped < DATE '2017-07-01' GROUP BY supplier_id)
      SELECT s.id, s.name, s.phone, v.earned FROM supplier s JOIN sums v ON v.supplier_id = s.id
      WHERE v.earned = (SELECT MAX(earned) FROM sums) ORDER BY s.id`,
    rows: 1,
    ordered: true,
  },
  {
    name: '16: suppliers by part, without those with complaints',
    sql: `SELECT \`offers_part[part].brand\` AS brand, \`offers_part[part].kind\` AS kind, \`offers_part[part].size\` AS size,
        \`measure.suppliers\` AS n
      FROM offer WHERE \`offers_part[part].brand\` <> 'Brand 45' AND \`offers_part[part].kind\` NOT LIKE 'coated%'
        AND \`offers_part[part].size\` IN (1, 3, 5, 7, 9, 11, 13, 19)
        AND supplier_id NOT IN (SELECT supplier_id FROM supplier WHERE note LIKE '%complaints%')
      GROUP BY brand, kind, size ORDER BY n DESC, brand, kind, size`,
    joins: `SELECT p.brand, p.kind, p.size, COUNT(DISTINCT f.supplier_id) AS n FROM partsupp f JOIN part p ON p.id = f.part_id
      WHERE p.brand <> 'Brand 45' AND p.kind NOT LIKE 'coated%' AND p.size IN (1, 3, 5, 7, 9, 11, 13, 19)
        AND f.supplier_id NOT IN (SELECT s.id FROM supplier s WHERE s.note LIKE '%complaints%')
      GROUP BY p.brand, p.kind, p.size ORDER BY n DESC, p.brand, p.kind, p.size`,
    rows: 61,
    ordered: true,
  },
  {
    name: '17: what small orders of some parts earn in a year, by a correlated mean',
    sql: `SELECT SUM(l.price) / 7.0 FROM order_line l WHERE l.\`of_part[part].brand\` LIKE 'Brand 2%' AND l.\`of_part[part].container\` LIKE 'small %'
        AND l.quantity < (SELECT 0.2 * AVG(i.quantity) FROM order_line i WHERE i.part_id = l.part_id)`,
    joins: `SELECT CAST(SUM(l.price) / 7.0 AS DECIMAL(18, 6)) FROM lineitem l JOIN part p ON p.id = l.part_id
      WHERE p.brand LIKE 'Brand 2%' AND p.container LIKE 'small %'
        AND l.quantity < (SELECT 0.2 * AVG(i.quantity) FROM lineitem i WHERE i.part_id = p.id)`,
    rows: 1,
  },
  {
    name: '18: customers with very large orders, by IN over groups',
    sql: `SELECT \`placed_by[customer].name\` AS name, customer_id, order_id, ordered, total, SUM(\`has_line[order_line].quantity\`)
      FROM sales_order WHERE order_id IN (SELECT order_id FROM order_line GROUP BY order_id HAVING \`measure.units\` > 240)
      GROUP BY name, customer_id, order_id, ordered, total ORDER BY total DESC, ordered LIMIT 100`,
    joins: `SELECT c.name, c.id, o.id, o.ordered, o.total, SUM(l.quantity)
      FROM customer c JOIN orders o ON o.customer_id = c.id JOIN lineitem l ON l.order_id = o.id
      WHERE o.id IN (SELECT order_id FROM lineitem GROUP BY order_id HAVING SUM(quantity) > 240)
      GROUP BY c.name, c.id, o.id, o.ordered, o.total ORDER BY o.total DESC, o.ordered LIMIT 100`,
    rows: 17,
    ordered: true,
  },
  {
    name: '19: revenue of parts by three alternatives',
    sql: `SELECT \`measure.revenue\` FROM order_line WHERE instruction = 'hand over' AND mode IN ('air', 'road') AND (
        (\`of_part[part].maker\` = 'Maker 1' AND \`of_part[part].container\` IN ('small bag', 'small box') AND quantity BETWEEN 1 AND 20 AND \`of_part[part].size\` BETWEEN 1 AND 10)
        OR (\`of_part[part].maker\` = 'Maker 2' AND \`of_part[part].container\` LIKE 'medium%' AND quantity BETWEEN 10 AND 30)
        OR (\`of_part[part].maker\` = 'Maker 3' AND \`of_part[part].container\` LIKE 'large%' AND quantity BETWEEN 20 AND 40 AND \`of_part[part].size\` <= 15))`,
    joins: `SELECT SUM(l.price * (1 - l.discount)) FROM lineitem l JOIN part p ON p.id = l.part_id
      WHERE l.instruction = 'hand over' AND l.mode IN ('air', 'road') AND (
        (p.maker = 'Maker 1' AND p.container IN ('small bag', 'small box') AND l.quantity BETWEEN 1 AND 20 AND p.size BETWEEN 1 AND 10)
        OR (p.maker = 'Maker 2' AND p.container LIKE 'medium%' AND l.quantity BETWEEN 10 AND 30)
        OR (p.maker = 'Maker 3' AND p.container LIKE 'large%' AND l.quantity BETWEEN 20 AND 40 AND p.size <= 15))`,
    rows: 1,
  },
  {
    name: '20: suppliers of a region with more in stock than half of what they sold, by nested sub-queries',
    sql: `SELECT name, phone FROM supplier WHERE \`based_in[nation].nation_name\` IN ('Ghana', 'Togo', 'Laos') AND supplier_id IN (
        SELECT f.supplier_id FROM offer f WHERE f.\`offers_part[part].name\` LIKE 'teal%' AND f.available > (
          SELECT 0.5 * \`measure.units\` FROM order_line l
          WHERE l.part_id = f.part_id AND l.supplier_id = f.supplier_id AND l.shipped >= '2017-01-01' AND l.shipped < '2018-01-01'))
      ORDER BY name`,
    joins: `SELECT s.name, s.phone FROM supplier s JOIN nation n ON n.id = s.nation_id
      WHERE n.name IN ('Ghana', 'Togo', 'Laos') AND s.id IN (
        SELECT f.supplier_id FROM partsupp f JOIN part p ON p.id = f.part_id WHERE p.name LIKE 'teal%' AND f.available > (
          SELECT 0.5 * SUM(l.quantity) FROM lineitem l
          WHERE l.part_id = f.part_id AND l.supplier_id = f.supplier_id AND l.shipped >= DATE '2017-01-01' AND l.shipped < DATE '2018-01-01'))
      ORDER BY s.name`,
    rows: 6,
    ordered: true,
  },
  {
    name: '21: suppliers who alone kept an order waiting, by EXISTS and NOT EXISTS',
    sql: `SELECT l.\`from_supplier[supplier].name\` AS name, \`measure.lines\` AS waiting FROM late_line l
      WHERE l.\`on_order[sales_order].state\` = 'F' AND l.\`from_supplier[supplier].based_in[nation].in_region[region].region_name\` = 'Asia'
        AND EXISTS (SELECT 1 FROM order_line o WHERE o.order_id = l.order_id AND o.supplier_id <> l.supplier_id)
        AND NOT EXISTS (SELECT 1 FROM late_line o WHERE o.order_id = l.order_id AND o.supplier_id <> l.supplier_id)
      GROUP BY name ORDER BY waiting DESC, name LIMIT 100`,
    joins: `SELECT s.name, COUNT(*) AS waiting
      FROM supplier s JOIN lineitem l ON l.supplier_id = s.id JOIN orders o ON o.id = l.order_id JOIN nation n ON n.id = s.nation_id
        JOIN region r ON r.id = n.region_id
      WHERE o.state = 'F' AND l.received > l.due AND r.name = 'Asia'
        AND EXISTS (SELECT 1 FROM lineitem a WHERE a.order_id = l.order_id AND a.supplier_id <> l.supplier_id)
        AND NOT EXISTS (SELECT 1 FROM lineitem b WHERE b.order_id = l.order_id AND b.supplier_id <> l.supplier_id AND b.received > b.due)
      GROUP BY s.name ORDER BY waiting DESC, s.name LIMIT 100`,
    rows: 10,
    ordered: true,
  },
  {
    name: '22: customers of some countries who have money and no orders, a path that leads nowhere',
    sql: `SELECT country_code, \`measure.customers\`, \`measure.balances\` FROM customer
      WHERE country_code IN ('21', '23', '29', '30', '31', '37', '44') AND \`placed[sales_order].order_id\` IS NULL
        AND balance > (SELECT AVG(balance) FROM customer WHERE balance > 0.00 AND country_code IN ('21', '23', '29', '30', '31', '37', '44'))
      GROUP BY country_code ORDER BY country_code`,
    joins: `SELECT SUBSTRING(c.phone, 1, 2) AS code, COUNT(*), SUM(c.balance) FROM customer c
      WHERE SUBSTRING(c.phone, 1, 2) IN ('21', '23', '29', '30', '31', '37', '44')
        AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)
        AND c.balance > (SELECT AVG(d.balance) FROM customer d
          WHERE d.balance > 0.00 AND SUBSTRING(d.phone, 1, 2) IN ('21', '23', '29', '30', '31', '37', '44'))
      GROUP BY code ORDER BY code`,
    rows: 5,
    ordered: true,
  },
];

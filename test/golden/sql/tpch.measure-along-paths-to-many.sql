-- semantic statement
SELECT segment, `measure.placed[sales_order].has_line[order_line].revenue` FROM customer

-- mysql
SELECT `customer`.`segment` AS `segment`, SUM(CASE WHEN `has_line`.`order_id` IS NOT NULL THEN `has_line`.`price` * (1 - `has_line`.`discount`) END) AS `measure.placed[sales_order].has_line[order_line].revenue`
FROM `customer`
LEFT JOIN `orders` AS `placed` ON `customer`.`id` = `placed`.`customer_id`
LEFT JOIN `lineitem` AS `has_line` ON `placed`.`id` = `has_line`.`order_id`
GROUP BY `customer`.`segment`

-- duckdb
SELECT "customer"."segment" AS "segment", SUM(CASE WHEN "has_line"."order_id" IS NOT NULL THEN "has_line"."price" * (1 - "has_line"."discount") END) AS "measure.placed[sales_order].has_line[order_line].revenue"
FROM "customer"
LEFT JOIN "orders" AS "placed" ON "customer"."id" = "placed"."customer_id"
LEFT JOIN "lineitem" AS "has_line" ON "placed"."id" = "has_line"."order_id"
GROUP BY "customer"."segment"

-- postgresql
SELECT CAST("customer"."segment" AS TEXT) AS "segment", SUM(CASE WHEN "has_line"."order_id" IS NOT NULL THEN "has_line"."price" * (1 - "has_line"."discount") END) AS "measure.placed[sales_order].has_line[order_line].revenue"
FROM "customer"
LEFT JOIN "orders" AS "placed" ON "customer"."id" = "placed"."customer_id"
LEFT JOIN "lineitem" AS "has_line" ON "placed"."id" = "has_line"."order_id"
GROUP BY CAST("customer"."segment" AS TEXT)

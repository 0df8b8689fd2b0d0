-- semantic statement
SELECT segment, `measure.placed[sales_order].orders`, `measure.placed[sales_order].has_line[order_line].units` FROM customer

-- mysql
SELECT `reached`.`c1` AS `segment`, COUNT(CASE WHEN `reached`.`first_placed` THEN 1 END) AS `measure.placed[sales_order].orders`, SUM(CASE WHEN `reached`.`first_has_line` THEN `reached`.`c2` END) AS `measure.placed[sales_order].has_line[order_line].units`
FROM (SELECT `customer`.`segment` AS `c1`, `has_line`.`quantity` AS `c2`, ROW_NUMBER() OVER (PARTITION BY `customer`.`segment`, `placed`.`id`) = 1 AND `placed`.`id` IS NOT NULL AS `first_placed`, `has_line`.`order_id` IS NOT NULL AS `first_has_line`
FROM `customer`
LEFT JOIN `orders` AS `placed` ON `customer`.`id` = `placed`.`customer_id`
LEFT JOIN `lineitem` AS `has_line` ON `placed`.`id` = `has_line`.`order_id`) AS `reached`
GROUP BY `reached`.`c1`

-- duckdb
SELECT "reached"."c1" AS "segment", COUNT(CASE WHEN "reached"."first_placed" THEN 1 END) AS "measure.placed[sales_order].orders", SUM(CASE WHEN "reached"."first_has_line" THEN "reached"."c2" END) AS "measure.placed[sales_order].has_line[order_line].units"
FROM (SELECT "customer"."segment" AS "c1", "has_line"."quantity" AS "c2", CAST((ROW_NUMBER() OVER (PARTITION BY "customer"."segment", "placed"."id") = 1 AND "placed"."id" IS NOT NULL) AS INTEGER) AS "first_placed", CAST(("has_line"."order_id" IS NOT NULL) AS INTEGER) AS "first_has_line"
FROM "customer"
LEFT JOIN "orders" AS "placed" ON "customer"."id" = "placed"."customer_id"
LEFT JOIN "lineitem" AS "has_line" ON "placed"."id" = "has_line"."order_id") AS "reached"
GROUP BY "reached"."c1"

-- postgresql
SELECT "reached"."c1" AS "segment", COUNT(CASE WHEN ("reached"."first_placed") <> 0 THEN 1 END) AS "measure.placed[sales_order].orders", SUM(CASE WHEN ("reached"."first_has_line") <> 0 THEN "reached"."c2" END) AS "measure.placed[sales_order].has_line[order_line].units"
FROM (SELECT CAST("customer"."segment" AS TEXT) AS "c1", "has_line"."quantity" AS "c2", CAST((ROW_NUMBER() OVER (PARTITION BY CAST("customer"."segment" AS TEXT), "placed"."id") = 1 AND "placed"."id" IS NOT NULL) AS INTEGER) AS "first_placed", CAST(("has_line"."order_id" IS NOT NULL) AS INTEGER) AS "first_has_line"
FROM "customer"
LEFT JOIN "orders" AS "placed" ON "customer"."id" = "placed"."customer_id"
LEFT JOIN "lineitem" AS "has_line" ON "placed"."id" = "has_line"."order_id") AS "reached"
GROUP BY "reached"."c1"

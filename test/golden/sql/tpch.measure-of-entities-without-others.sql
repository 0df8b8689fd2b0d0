-- semantic statement
SELECT segment, `measure.customers` FROM customer WHERE `placed[sales_order].order_id` IS NULL

-- mysql
SELECT `customer`.`segment` AS `segment`, COUNT(1) AS `measure.customers`
FROM `customer`
LEFT JOIN `orders` AS `placed` ON `customer`.`id` = `placed`.`customer_id`
WHERE `placed`.`id` IS NULL
GROUP BY `customer`.`segment`

-- duckdb
SELECT "customer"."segment" AS "segment", COUNT(1) AS "measure.customers"
FROM "customer"
LEFT JOIN "orders" AS "placed" ON "customer"."id" = "placed"."customer_id"
WHERE "placed"."id" IS NULL
GROUP BY "customer"."segment"

-- postgresql
SELECT CAST("customer"."segment" AS TEXT) AS "segment", COUNT(1) AS "measure.customers"
FROM "customer"
LEFT JOIN "orders" AS "placed" ON "customer"."id" = "placed"."customer_id"
WHERE "placed"."id" IS NULL
GROUP BY CAST("customer"."segment" AS TEXT)

-- semantic statement
SELECT nation_name, `home_of[party].name` FROM nation WHERE nation_name LIKE 'I%'

-- mysql
SELECT `nation`.`name` AS `nation_name`, `home_of`.`name` AS `home_of[party].name`
FROM `nation`
LEFT JOIN (SELECT `map_supplier`.`nation_id` AS `nation_id`, `map_supplier`.`name` AS `name`
FROM `supplier` AS `map_supplier`
WHERE `map_supplier`.`nation_id` IN (SELECT `nation`.`id` AS `key_1`
FROM `nation`
WHERE `nation`.`name` LIKE ?)
UNION ALL SELECT `map_customer`.`nation_id` AS `nation_id`, `map_customer`.`name` AS `name`
FROM `customer` AS `map_customer`
WHERE `map_customer`.`nation_id` IN (SELECT `nation`.`id` AS `key_1`
FROM `nation`
WHERE `nation`.`name` LIKE ?)) AS `home_of` ON `nation`.`id` = `home_of`.`nation_id`
WHERE `nation`.`name` LIKE ?
-- 1: string "I%"
-- 2: string "I%"
-- 3: string "I%"

-- duckdb
SELECT "nation"."name" AS "nation_name", "home_of"."name" AS "home_of[party].name"
FROM "nation"
LEFT JOIN (SELECT "map_supplier"."nation_id" AS "nation_id", "map_supplier"."name" AS "name"
FROM "supplier" AS "map_supplier"
UNION ALL SELECT "map_customer"."nation_id" AS "nation_id", "map_customer"."name" AS "name"
FROM "customer" AS "map_customer") AS "home_of" ON "nation"."id" = "home_of"."nation_id"
WHERE CAST("nation"."name" AS VARCHAR) ILIKE $1
-- 1: string "I%"

-- postgresql
SELECT CAST("nation"."name" AS TEXT) AS "nation_name", "home_of"."name" AS "home_of[party].name"
FROM "nation"
LEFT JOIN (SELECT "map_supplier"."nation_id" AS "nation_id", CAST("map_supplier"."name" AS TEXT) AS "name"
FROM "supplier" AS "map_supplier"
UNION ALL SELECT "map_customer"."nation_id" AS "nation_id", CAST("map_customer"."name" AS TEXT) AS "name"
FROM "customer" AS "map_customer") AS "home_of" ON "nation"."id" = "home_of"."nation_id"
WHERE CAST("nation"."name" AS TEXT) ILIKE $1::text
-- 1: string "I%"

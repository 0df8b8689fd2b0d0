-- semantic statement
SELECT nation_name, `home_of[party].name` FROM nation ORDER BY nation_name, nation_id LIMIT 2

-- mysql
SELECT `nation`.`name` AS `nation_name`, `home_of`.`name` AS `home_of[party].name`
FROM `nation`
LEFT JOIN (SELECT `map_supplier`.`nation_id` AS `nation_id`, `map_supplier`.`name` AS `name`
FROM `supplier` AS `map_supplier`
WHERE `map_supplier`.`nation_id` IN (SELECT `page`.`key_1` AS `key_1`
FROM (SELECT `nation`.`id` AS `key_1`
FROM `nation`
ORDER BY `nation`.`name`, `nation`.`id`
LIMIT 2) AS `page`)
UNION ALL SELECT `map_customer`.`nation_id` AS `nation_id`, `map_customer`.`name` AS `name`
FROM `customer` AS `map_customer`
WHERE `map_customer`.`nation_id` IN (SELECT `page`.`key_1` AS `key_1`
FROM (SELECT `nation`.`id` AS `key_1`
FROM `nation`
ORDER BY `nation`.`name`, `nation`.`id`
LIMIT 2) AS `page`)) AS `home_of` ON `nation`.`id` = `home_of`.`nation_id`
ORDER BY `nation_name`, `nation`.`id`
LIMIT 2

-- duckdb
SELECT "nation"."name" AS "nation_name", "home_of"."name" AS "home_of[party].name"
FROM "nation"
LEFT JOIN (SELECT "map_supplier"."nation_id" AS "nation_id", "map_supplier"."name" AS "name"
FROM "supplier" AS "map_supplier"
UNION ALL SELECT "map_customer"."nation_id" AS "nation_id", "map_customer"."name" AS "name"
FROM "customer" AS "map_customer") AS "home_of" ON "nation"."id" = "home_of"."nation_id"
ORDER BY "nation_name", "nation"."id"
LIMIT 2

-- postgresql
SELECT CAST("nation"."name" AS TEXT) AS "nation_name", "home_of"."name" AS "home_of[party].name"
FROM "nation"
LEFT JOIN (SELECT "map_supplier"."nation_id" AS "nation_id", CAST("map_supplier"."name" AS TEXT) AS "name"
FROM "supplier" AS "map_supplier"
UNION ALL SELECT "map_customer"."nation_id" AS "nation_id", CAST("map_customer"."name" AS TEXT) AS "name"
FROM "customer" AS "map_customer") AS "home_of" ON "nation"."id" = "home_of"."nation_id"
ORDER BY CAST("nation"."name" AS TEXT) COLLATE "C" NULLS FIRST, "nation"."id"
LIMIT 2

-- semantic statement
SELECT first_name, `lives_at[address].in_city[city].in_country[country].country_name` FROM customer WHERE customer_id = 1

-- mysql
SELECT `customer`.`first_name` AS `first_name`, `in_country`.`country` AS `lives_at[address].in_city[city].in_country[country].country_name`
FROM `customer`
LEFT JOIN `address` AS `lives_at` ON `customer`.`address_id` = `lives_at`.`address_id`
LEFT JOIN `city` AS `in_city` ON `lives_at`.`city_id` = `in_city`.`city_id`
LEFT JOIN `country` AS `in_country` ON `in_city`.`country_id` = `in_country`.`country_id`
WHERE `customer`.`customer_id` = ?
-- 1: integer "1"

-- duckdb
SELECT "customer"."first_name" AS "first_name", "in_country"."country" AS "lives_at[address].in_city[city].in_country[country].country_name"
FROM "customer"
LEFT JOIN "address" AS "lives_at" ON "customer"."address_id" = "lives_at"."address_id"
LEFT JOIN "city" AS "in_city" ON "lives_at"."city_id" = "in_city"."city_id"
LEFT JOIN "country" AS "in_country" ON "in_city"."country_id" = "in_country"."country_id"
WHERE "customer"."customer_id" = $1
-- 1: integer "1"

-- postgresql
SELECT CAST("customer"."first_name" AS TEXT) AS "first_name", CAST("in_country"."country" AS TEXT) AS "lives_at[ad~052312b83b6cf90f"
FROM "customer"
LEFT JOIN "address" AS "lives_at" ON "customer"."address_id" = "lives_at"."address_id"
LEFT JOIN "city" AS "in_city" ON "lives_at"."city_id" = "in_city"."city_id"
LEFT JOIN "country" AS "in_country" ON "in_city"."country_id" = "in_country"."country_id"
WHERE "customer"."customer_id" = $1::bigint
-- 1: integer "1"

-- semantic statement
SELECT first_name, `lives_at[address].in_city[city].in_country[country].country_name` FROM customer WHERE customer_id = 1

-- mysql
SELECT `customer`.`first_name` AS `first_name`, `in_country`.`country` AS `lives_at[address].in_city[city].in_country[country].country_name`
FROM `customer`
LEFT JOIN `address` AS `lives_at` ON `customer`.`address_id` = `lives_at`.`address_id` AND `lives_at`.`address_id` IS NOT NULL
LEFT JOIN `city` AS `in_city` ON `lives_at`.`city_id` = `in_city`.`city_id` AND `in_city`.`city_id` IS NOT NULL
LEFT JOIN `country` AS `in_country` ON `in_city`.`country_id` = `in_country`.`country_id` AND `in_country`.`country_id` IS NOT NULL
WHERE `customer`.`customer_id` IS NOT NULL AND `customer`.`customer_id` = ?
-- 1: integer "1"

-- duckdb
SELECT "customer"."first_name" AS "first_name", "in_country"."country" AS "lives_at[address].in_city[city].in_country[country].country_name"
FROM "customer"
LEFT JOIN "address" AS "lives_at" ON "customer"."address_id" = "lives_at"."address_id" AND "lives_at"."address_id" IS NOT NULL
LEFT JOIN "city" AS "in_city" ON "lives_at"."city_id" = "in_city"."city_id" AND "in_city"."city_id" IS NOT NULL
LEFT JOIN "country" AS "in_country" ON "in_city"."country_id" = "in_country"."country_id" AND "in_country"."country_id" IS NOT NULL
WHERE "customer"."customer_id" IS NOT NULL AND "customer"."customer_id" = $1
-- 1: integer "1"

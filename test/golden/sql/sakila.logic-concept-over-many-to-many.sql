-- semantic statement
SELECT COUNT(*) FROM actor_of_comedies

-- mysql
SELECT COUNT(*) AS `COUNT(*)`
FROM `actor` AS `actor_of_comedies`
WHERE `actor_of_comedies`.`actor_id` IS NOT NULL AND EXISTS (SELECT 1
FROM `actor`
JOIN (`film_actor` AS `acts_in_link`
JOIN `film` AS `acts_in` ON `acts_in`.`film_id` = `acts_in_link`.`film_id`) ON `actor`.`actor_id` = `acts_in_link`.`actor_id`
JOIN (`film_category` AS `in_category_link`
JOIN `category` AS `in_category` ON `in_category`.`category_id` = `in_category_link`.`category_id`) ON `acts_in`.`film_id` = `in_category_link`.`film_id`
WHERE `actor`.`actor_id` = `actor_of_comedies`.`actor_id` AND `in_category`.`name` = 'Comedy')

-- duckdb
SELECT COUNT(*) AS "COUNT(*)"
FROM "actor" AS "actor_of_comedies_2"
WHERE "actor_of_comedies_2"."actor_id" IS NOT NULL AND EXISTS (SELECT 1
FROM "actor"
JOIN ("film_actor" AS "acts_in_link"
JOIN "film" AS "acts_in" ON "acts_in"."film_id" = "acts_in_link"."film_id") ON "actor"."actor_id" = "acts_in_link"."actor_id"
JOIN ("film_category" AS "in_category_link"
JOIN "category" AS "in_category" ON "in_category"."category_id" = "in_category_link"."category_id") ON "acts_in"."film_id" = "in_category_link"."film_id"
WHERE "actor"."actor_id" = "actor_of_comedies_2"."actor_id" AND "in_category"."name" = 'Comedy')

-- postgresql
SELECT COUNT(*) AS "COUNT(*)"
FROM "actor" AS "actor_of_comedies"
WHERE "actor_of_comedies"."actor_id" IS NOT NULL AND EXISTS (SELECT 1
FROM "actor"
JOIN ("film_actor" AS "acts_in_link"
JOIN "film" AS "acts_in" ON "acts_in"."film_id" = "acts_in_link"."film_id") ON "actor"."actor_id" = "acts_in_link"."actor_id"
JOIN ("film_category" AS "in_category_link"
JOIN "category" AS "in_category" ON "in_category"."category_id" = "in_category_link"."category_id") ON "acts_in"."film_id" = "in_category_link"."film_id"
WHERE "actor"."actor_id" = "actor_of_comedies"."actor_id" AND CAST("in_category"."name" AS TEXT) = 'Comedy')

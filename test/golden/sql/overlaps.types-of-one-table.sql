-- semantic statement
SELECT code, title FROM thing_sold

-- mysql
SELECT `map_book`.`code` AS `code`, `map_book`.`title` AS `title`
FROM `articles` AS `map_book`
WHERE `map_book`.`kind` IN ('book', 'film')
UNION ALL SELECT `map_gift`.`code` AS `code`, `map_gift`.`title` AS `title`
FROM (SELECT DISTINCT `map_gift_rows`.`code` AS `code`, `map_gift_rows`.`title` AS `title`, `map_gift_rows`.`code` AS `key 1`
FROM `gifts` AS `map_gift_rows`
WHERE `map_gift_rows`.`code` IS NOT NULL AND NOT EXISTS (SELECT 1
FROM `articles` AS `map_film_2`
WHERE `map_film_2`.`kind` = 'film' AND `map_film_2`.`code` = `map_gift_rows`.`code`)) AS `map_gift`

-- duckdb
SELECT "thing_sold"."code" AS "code", "thing_sold"."title" AS "title"
FROM (SELECT "map_book"."code" AS "code", "map_book"."title" AS "title"
FROM "articles" AS "map_book"
WHERE "map_book"."kind" IN ('book', 'film')
UNION ALL SELECT "map_gift"."code" AS "code", "map_gift"."title" AS "title"
FROM (SELECT DISTINCT "map_gift_rows"."code" AS "code", "map_gift_rows"."title" AS "title", "map_gift_rows"."code" AS "key 1"
FROM "gifts" AS "map_gift_rows"
WHERE "map_gift_rows"."code" IS NOT NULL AND NOT EXISTS (SELECT 1
FROM "articles" AS "map_film_2"
WHERE "map_film_2"."kind" = 'film' AND "map_film_2"."code" = "map_gift_rows"."code")) AS "map_gift") AS "thing_sold"

-- postgresql
SELECT "thing_sold"."code" AS "code", "thing_sold"."title" AS "title"
FROM (SELECT "map_book"."code" AS "code", "map_book"."title" AS "title"
FROM "articles" AS "map_book"
WHERE "map_book"."kind" = $1 OR "map_book"."kind" = $2
UNION ALL SELECT "map_gift"."code" AS "code", "map_gift"."title" AS "title"
FROM (SELECT DISTINCT CAST("map_gift_rows"."code" AS TEXT) AS "code", CAST("map_gift_rows"."title" AS TEXT) AS "title", CAST("map_gift_rows"."code" AS TEXT) AS "key 1"
FROM "gifts" AS "map_gift_rows"
WHERE CAST("map_gift_rows"."code" AS TEXT) IS NOT NULL AND NOT EXISTS (SELECT 1
FROM "articles" AS "map_film_2"
WHERE "map_film_2"."kind" = $2 AND CAST("map_film_2"."code" AS TEXT) = CAST("map_gift_rows"."code" AS TEXT))) AS "map_gift") AS "thing_sold"
-- 1: unknown "book"
-- 2: unknown "film"

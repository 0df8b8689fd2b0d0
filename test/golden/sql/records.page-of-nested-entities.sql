-- semantic statement, nested
SELECT artist_name, `made[album].album_title` FROM artist ORDER BY artist_name LIMIT 2 OFFSET 1

-- mysql
WITH `page` AS (SELECT `artist`.`id` AS `page key 1`, MIN(`artist`.`name`) AS `page order 1`, MIN(CONCAT(`artist`.`id`)) AS `page order 2`
FROM `artists` AS `artist`
WHERE `artist`.`id` IS NOT NULL
GROUP BY `page key 1`
ORDER BY `page order 1`, `page order 2`
LIMIT 2 OFFSET 1) SELECT `artist`.`name` AS `artist_name`, `made`.`title` AS `made[album].album_title`, CONCAT(`artist`.`id`) AS `entity_id`, CONCAT(`made`.`id`) AS `made[album].entity_id`
FROM `page`
JOIN `artists` AS `artist` ON `artist`.`id` = `page`.`page key 1`
LEFT JOIN `albums` AS `made` ON `artist`.`id` = `made`.`artist` AND `made`.`id` IS NOT NULL
ORDER BY `page`.`page order 1`, `page`.`page order 2`, `made[album].entity_id`

-- duckdb
WITH "page" AS (SELECT "artist"."id" AS "page key 1", MIN("artist"."name") AS "page order 1", MIN(CAST("artist"."id" AS VARCHAR)) AS "page order 2"
FROM "artists" AS "artist"
WHERE "artist"."id" IS NOT NULL
GROUP BY "page key 1"
ORDER BY "page order 1", "page order 2"
LIMIT 2 OFFSET 1) SELECT "artist"."name" AS "artist_name", "made"."title" AS "made[album].album_title", CAST("artist"."id" AS VARCHAR) AS "entity_id", CAST("made"."id" AS VARCHAR) AS "made[album].entity_id"
FROM "page"
JOIN "artists" AS "artist" ON "artist"."id" = "page"."page key 1"
LEFT JOIN "albums" AS "made" ON "artist"."id" = "made"."artist" AND "made"."id" IS NOT NULL
ORDER BY "page"."page order 1", "page"."page order 2", "made[album].entity_id"

-- postgresql
WITH "page" AS (SELECT "artist"."id" AS "page key 1", MIN((CAST("artist"."name" AS TEXT) COLLATE "C")) COLLATE "default" AS "page order 1", MIN((CAST("artist"."id" AS TEXT) COLLATE "C")) COLLATE "default" AS "page order 2"
FROM "artists" AS "artist"
WHERE "artist"."id" IS NOT NULL
GROUP BY "artist"."id"
ORDER BY MIN((CAST("artist"."name" AS TEXT) COLLATE "C")) COLLATE "default" NULLS FIRST, MIN((CAST("artist"."id" AS TEXT) COLLATE "C")) COLLATE "default" NULLS FIRST
LIMIT 2 OFFSET 1) SELECT CAST("artist"."name" AS TEXT) AS "artist_name", CAST("made"."title" AS TEXT) AS "made[album].album_title", CAST("artist"."id" AS TEXT) AS "entity_id", CAST("made"."id" AS TEXT) AS "made[album].entity_id"
FROM "page"
JOIN "artists" AS "artist" ON "artist"."id" = "page"."page key 1"
LEFT JOIN "albums" AS "made" ON "artist"."id" = "made"."artist" AND "made"."id" IS NOT NULL
ORDER BY "page"."page order 1" COLLATE "C" NULLS FIRST, "page"."page order 2" COLLATE "C" NULLS FIRST, CAST("made"."id" AS TEXT) COLLATE "C" NULLS FIRST

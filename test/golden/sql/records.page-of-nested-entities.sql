-- semantic statement, nested
SELECT artist_name, `made[album].album_title` FROM artist ORDER BY artist_name LIMIT 2 OFFSET 1

-- mysql
WITH `page` AS (SELECT `artist`.`id` AS `page key 1`, MIN(`artist`.`name`) AS `page order 1`, MIN(`artist`.`id`) AS `page order 2`
FROM `artists` AS `artist`
WHERE `artist`.`id` IS NOT NULL
GROUP BY `page key 1`
ORDER BY `page order 1`, `page order 2`
LIMIT 2 OFFSET 1) SELECT `artist`.`name` AS `artist_name`, `made`.`title` AS `made[album].album_title`, `artist`.`id` AS `artist_id`, `made`.`id` AS `made[album].album_id`
FROM `page`
JOIN `artists` AS `artist` ON `artist`.`id` = `page`.`page key 1`
LEFT JOIN `albums` AS `made` ON `artist`.`id` = `made`.`artist` AND `made`.`id` IS NOT NULL
ORDER BY `page`.`page order 1`, `page`.`page order 2`

-- duckdb
WITH "page" AS (SELECT "artist"."id" AS "page key 1", MIN("artist"."name") AS "page order 1", MIN("artist"."id") AS "page order 2"
FROM "artists" AS "artist"
WHERE "artist"."id" IS NOT NULL
GROUP BY "page key 1"
ORDER BY "page order 1", "page order 2"
LIMIT 2 OFFSET 1) SELECT "artist"."name" AS "artist_name", "made"."title" AS "made[album].album_title", "artist"."id" AS "artist_id", "made"."id" AS "made[album].album_id"
FROM "page"
JOIN "artists" AS "artist" ON "artist"."id" = "page"."page key 1"
LEFT JOIN "albums" AS "made" ON "artist"."id" = "made"."artist" AND "made"."id" IS NOT NULL
ORDER BY "page"."page order 1", "page"."page order 2"

-- postgresql
WITH "page" AS (SELECT "artist"."id" AS "page key 1", MIN((CAST("artist"."name" AS TEXT) COLLATE "C")) COLLATE "default" AS "page order 1", MIN("artist"."id") AS "page order 2"
FROM "artists" AS "artist"
WHERE "artist"."id" IS NOT NULL
GROUP BY "artist"."id"
ORDER BY MIN((CAST("artist"."name" AS TEXT) COLLATE "C")) COLLATE "default" NULLS FIRST, "page order 2" NULLS FIRST
LIMIT 2 OFFSET 1) SELECT CAST("artist"."name" AS TEXT) AS "artist_name", CAST("made"."title" AS TEXT) AS "made[album].album_title", "artist"."id" AS "artist_id", "made"."id" AS "made[album].album_id"
FROM "page"
JOIN "artists" AS "artist" ON "artist"."id" = "page"."page key 1"
LEFT JOIN "albums" AS "made" ON "artist"."id" = "made"."artist" AND "made"."id" IS NOT NULL
ORDER BY "page"."page order 1" COLLATE "C" NULLS FIRST, "page"."page order 2" NULLS FIRST

-- semantic statement, nested
SELECT artist_name, `made[album].album_title` FROM artist ORDER BY artist_name LIMIT 2 OFFSET 1

-- mysql
WITH `page` AS (SELECT `artist`.`id` AS `page key 1`, MIN(`artist`.`name`) AS `page order 1`, MIN('artist') AS `page order 2`, MIN(CONCAT(`artist`.`id`)) AS `page order 3`
FROM `artists` AS `artist`
WHERE `artist`.`id` IS NOT NULL
GROUP BY `page key 1`
ORDER BY `page order 1`, `page order 2`, `page order 3`
LIMIT 2 OFFSET 1) SELECT `artist`.`name` AS `artist_name`, `made`.`album_title` AS `made[album].album_title`, 'artist' AS `entity_type`, CONCAT(`artist`.`id`) AS `entity_id`, `made`.`entity_type` AS `made[album].entity_type`, `made`.`entity_id` AS `made[album].entity_id`
FROM `page`
JOIN `artists` AS `artist` ON `artist`.`id` = `page`.`page key 1`
LEFT JOIN (SELECT `map_album`.`artist` AS `artist_id`, `map_album`.`title` AS `album_title`, 'album' AS `entity_type`, CONCAT(`map_album`.`id`) AS `entity_id`
FROM `albums` AS `map_album`
WHERE `map_album`.`id` IS NOT NULL) AS `made` ON `artist`.`id` = `made`.`artist_id`
ORDER BY `page`.`page order 1`, `page`.`page order 2`, `page`.`page order 3`, `made[album].entity_type`, `made[album].entity_id`

-- duckdb
WITH "page" AS (SELECT "artist"."id" AS "page key 1", MIN("artist"."name") AS "page order 1", MIN('artist') AS "page order 2", MIN(CAST("artist"."id" AS VARCHAR)) AS "page order 3"
FROM "artists" AS "artist"
WHERE "artist"."id" IS NOT NULL
GROUP BY "page key 1"
ORDER BY "page order 1", "page order 2", "page order 3"
LIMIT 2 OFFSET 1) SELECT "artist"."name" AS "artist_name", "made"."album_title" AS "made[album].album_title", 'artist' AS "entity_type", CAST("artist"."id" AS VARCHAR) AS "entity_id", "made"."entity_type" AS "made[album].entity_type", "made"."entity_id" AS "made[album].entity_id"
FROM "page"
JOIN "artists" AS "artist" ON "artist"."id" = "page"."page key 1"
LEFT JOIN (SELECT "map_album"."artist" AS "artist_id", "map_album"."title" AS "album_title", 'album' AS "entity_type", CAST("map_album"."id" AS VARCHAR) AS "entity_id"
FROM "albums" AS "map_album"
WHERE "map_album"."id" IS NOT NULL) AS "made" ON "artist"."id" = "made"."artist_id"
ORDER BY "page"."page order 1", "page"."page order 2", "page"."page order 3", "made[album].entity_type", "made[album].entity_id"

-- postgresql
WITH "page" AS (SELECT "artist"."id" AS "page key 1", MIN((CAST("artist"."name" AS TEXT) COLLATE "C")) COLLATE "default" AS "page order 1", MIN(('artist' COLLATE "C")) COLLATE "default" AS "page order 2", MIN((CAST("artist"."id" AS TEXT) COLLATE "C")) COLLATE "default" AS "page order 3"
FROM "artists" AS "artist"
WHERE "artist"."id" IS NOT NULL
GROUP BY "artist"."id"
ORDER BY MIN((CAST("artist"."name" AS TEXT) COLLATE "C")) COLLATE "default" NULLS FIRST, MIN(('artist' COLLATE "C")) COLLATE "default" NULLS FIRST, MIN((CAST("artist"."id" AS TEXT) COLLATE "C")) COLLATE "default" NULLS FIRST
LIMIT 2 OFFSET 1) SELECT CAST("artist"."name" AS TEXT) AS "artist_name", "made"."album_title" AS "made[album].album_title", 'artist' AS "entity_type", CAST("artist"."id" AS TEXT) AS "entity_id", "made"."entity_type" AS "made[album].entity_type", "made"."entity_id" AS "made[album].entity_id"
FROM "page"
JOIN "artists" AS "artist" ON "artist"."id" = "page"."page key 1"
LEFT JOIN (SELECT "map_album"."artist" AS "artist_id", CAST("map_album"."title" AS TEXT) AS "album_title", 'album' AS "entity_type", CAST("map_album"."id" AS TEXT) AS "entity_id"
FROM "albums" AS "map_album"
WHERE "map_album"."id" IS NOT NULL) AS "made" ON "artist"."id" = "made"."artist_id"
ORDER BY "page"."page order 1" COLLATE "C" NULLS FIRST, "page"."page order 2" COLLATE "C" NULLS FIRST, "page"."page order 3" COLLATE "C" NULLS FIRST, "made"."entity_type" COLLATE "C" NULLS FIRST, "made"."entity_id" COLLATE "C" NULLS FIRST

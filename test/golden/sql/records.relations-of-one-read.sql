-- semantic statement, nested
SELECT artist_name, `made[album].has_track[track].tag`, `made[album].has_track[track].sold_in[sale].quantity` FROM artist WHERE country = 'NO'

-- mysql
SELECT `artist`.`name` AS `artist_name`, `tag`.`tag` AS `made[album].has_track[track].tag`, `sold_in`.`quantity` AS `made[album].has_track[track].sold_in[sale].quantity`, `artist`.`id` AS `artist_id`, `made`.`id` AS `made[album].album_id`, CASE WHEN `has_track`.`id` IS NOT NULL THEN 'track' END AS `made[album].has_track[track].entity_type`, `has_track`.`id` AS `made[album].has_track[track].track_id`, `sold_in`.`id` AS `made[album].has_track[track].sold_in[sale].sale_id`
FROM `artists` AS `artist`
LEFT JOIN `albums` AS `made` ON `artist`.`id` = `made`.`artist` AND `made`.`id` IS NOT NULL
LEFT JOIN `tracks` AS `has_track` ON `made`.`id` = `has_track`.`album` AND `has_track`.`id` IS NOT NULL
LEFT JOIN (SELECT 0 AS `zero`, 0 AS `number`
UNION ALL SELECT 0 AS `zero`, 1 AS `number`) AS `arm` ON `arm`.`zero` = (`artist`.`id` IS NULL)
LEFT JOIN `tags` AS `tag` ON `arm`.`number` = 0 AND `has_track`.`id` = `tag`.`track` AND `tag`.`tag` IS NOT NULL
LEFT JOIN `sales` AS `sold_in` ON `arm`.`number` = 1 AND `has_track`.`id` = `sold_in`.`track` AND `sold_in`.`id` IS NOT NULL
WHERE `artist`.`id` IS NOT NULL AND `artist`.`country` = ?
ORDER BY `artist_id`
-- 1: string "NO"

-- duckdb
SELECT "nested"."c1" AS "artist_name", "nested"."c2" AS "made[album].has_track[track].tag", "nested"."c3" AS "made[album].has_track[track].sold_in[sale].quantity", "nested"."c4" AS "artist_id", "nested"."c5" AS "made[album].album_id", "nested"."c6" AS "made[album].has_track[track].entity_type", "nested"."c7" AS "made[album].has_track[track].track_id", "nested"."c8" AS "made[album].has_track[track].sold_in[sale].sale_id"
FROM (SELECT "artist"."name" AS "c1", "tag"."tag" AS "c2", NULL AS "c3", "artist"."id" AS "c4", "made"."id" AS "c5", CASE WHEN "has_track"."id" IS NOT NULL THEN 'track' END AS "c6", "has_track"."id" AS "c7", NULL AS "c8"
FROM "artists" AS "artist"
LEFT JOIN "albums" AS "made" ON "artist"."id" = "made"."artist" AND "made"."id" IS NOT NULL
LEFT JOIN "tracks" AS "has_track" ON "made"."id" = "has_track"."album" AND "has_track"."id" IS NOT NULL
LEFT JOIN "tags" AS "tag" ON "has_track"."id" = "tag"."track" AND "tag"."tag" IS NOT NULL
WHERE "artist"."id" IS NOT NULL AND "artist"."country" = $1
UNION ALL SELECT "artist"."name" AS "c1", NULL AS "c2", "sold_in"."quantity" AS "c3", "artist"."id" AS "c4", "made"."id" AS "c5", CASE WHEN "has_track"."id" IS NOT NULL THEN 'track' END AS "c6", "has_track"."id" AS "c7", "sold_in"."id" AS "c8"
FROM "artists" AS "artist"
LEFT JOIN "albums" AS "made" ON "artist"."id" = "made"."artist" AND "made"."id" IS NOT NULL
LEFT JOIN "tracks" AS "has_track" ON "made"."id" = "has_track"."album" AND "has_track"."id" IS NOT NULL
LEFT JOIN "sales" AS "sold_in" ON "has_track"."id" = "sold_in"."track" AND "sold_in"."id" IS NOT NULL
WHERE "artist"."id" IS NOT NULL AND "artist"."country" = $1) AS "nested"
ORDER BY "artist_id"
-- 1: string "NO"

-- postgresql
SELECT CAST("artist"."name" AS TEXT) AS "artist_name", CAST("tag"."tag" AS TEXT) AS "made[album].has_track[track].tag", "sold_in"."quantity" AS "made[album].has_track[track].sold_in[sale].quantity", "artist"."id" AS "artist_id", "made"."id" AS "made[album].album_id", CASE WHEN "has_track"."id" IS NOT NULL THEN 'track' END AS "made[album].has_track[track].entity_type", "has_track"."id" AS "made[album].has_track[track].track_id", "sold_in"."id" AS "made[album].has_track[track].sold_in[sale].sale_id"
FROM "artists" AS "artist"
LEFT JOIN "albums" AS "made" ON "artist"."id" = "made"."artist" AND "made"."id" IS NOT NULL
LEFT JOIN "tracks" AS "has_track" ON "made"."id" = "has_track"."album" AND "has_track"."id" IS NOT NULL
LEFT JOIN (SELECT 0 AS "number"
UNION ALL SELECT 1 AS "number") AS "arm" ON TRUE
LEFT JOIN "tags" AS "tag" ON "arm"."number" = 0 AND "has_track"."id" = "tag"."track" AND CAST("tag"."tag" AS TEXT) IS NOT NULL
LEFT JOIN "sales" AS "sold_in" ON "arm"."number" = 1 AND "has_track"."id" = "sold_in"."track" AND "sold_in"."id" IS NOT NULL
WHERE "artist"."id" IS NOT NULL AND CAST("artist"."country" AS TEXT) = $1::text
ORDER BY "artist_id" NULLS FIRST
-- 1: string "NO"

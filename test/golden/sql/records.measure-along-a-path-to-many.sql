-- semantic statement
SELECT artist_id, `measure.album_time`, COUNT(*) FROM album

-- mysql
SELECT `album`.`artist` AS `artist_id`, SUM(`sums_of_album`.`SUM`) AS `measure.album_time`, COUNT(*) AS `COUNT(*)`
FROM `albums` AS `album`
LEFT JOIN (SELECT `each_of_album_2`.`key 1` AS `key 1`, SUM(`each_of_album_2`.`value`) AS `SUM`
FROM (SELECT DISTINCT `album_2`.`id` AS `key 1`, `has_track`.`id` AS `end 1`, `has_track`.`seconds` AS `value`
FROM `albums` AS `album_2`
LEFT JOIN `tracks` AS `has_track` ON `album_2`.`id` = `has_track`.`album` AND `has_track`.`id` IS NOT NULL
WHERE `album_2`.`id` IS NOT NULL) AS `each_of_album_2`
GROUP BY `each_of_album_2`.`key 1`) AS `sums_of_album` ON `album`.`id` = `sums_of_album`.`key 1`
WHERE `album`.`id` IS NOT NULL
GROUP BY `album`.`artist`

-- duckdb
SELECT "album"."artist" AS "artist_id", SUM("sums_of_album"."SUM") AS "measure.album_time", COUNT(*) AS "COUNT(*)"
FROM "albums" AS "album"
LEFT JOIN (SELECT "each_of_album_2"."key 1" AS "key 1", SUM("each_of_album_2"."value") AS "SUM"
FROM (SELECT DISTINCT "album_2"."id" AS "key 1", "has_track"."id" AS "end 1", "has_track"."seconds" AS "value"
FROM "albums" AS "album_2"
LEFT JOIN "tracks" AS "has_track" ON "album_2"."id" = "has_track"."album" AND "has_track"."id" IS NOT NULL
WHERE "album_2"."id" IS NOT NULL) AS "each_of_album_2"
GROUP BY "each_of_album_2"."key 1") AS "sums_of_album" ON "album"."id" = "sums_of_album"."key 1"
WHERE "album"."id" IS NOT NULL
GROUP BY "album"."artist"

-- postgresql
SELECT "album"."artist" AS "artist_id", SUM("sums_of_album"."SUM") AS "measure.album_time", COUNT(*) AS "COUNT(*)"
FROM "albums" AS "album"
LEFT JOIN (SELECT "each_of_album_2"."key 1" AS "key 1", SUM("each_of_album_2"."value") AS "SUM"
FROM (SELECT DISTINCT "album_2"."id" AS "key 1", "has_track"."id" AS "end 1", "has_track"."seconds" AS "value"
FROM "albums" AS "album_2"
LEFT JOIN "tracks" AS "has_track" ON "album_2"."id" = "has_track"."album" AND "has_track"."id" IS NOT NULL
WHERE "album_2"."id" IS NOT NULL) AS "each_of_album_2"
GROUP BY "each_of_album_2"."key 1") AS "sums_of_album" ON "album"."id" = "sums_of_album"."key 1"
WHERE "album"."id" IS NOT NULL
GROUP BY "album"."artist"

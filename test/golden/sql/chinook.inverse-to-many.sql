-- semantic statement
SELECT name, `made[album].title` FROM artist WHERE `made[album].has_track[track].milliseconds` > 1000000

-- mysql
SELECT `artist`.`Name` AS `name`, `made`.`Title` AS `made[album].title`
FROM `Artist` AS `artist`
JOIN `Album` AS `made` ON `artist`.`ArtistId` = `made`.`ArtistId`
JOIN `Track` AS `has_track` ON `made`.`AlbumId` = `has_track`.`AlbumId`
WHERE `has_track`.`Milliseconds` > ?
-- 1: integer "1000000"

-- duckdb
SELECT "artist"."Name" AS "name", "made"."Title" AS "made[album].title"
FROM "Artist" AS "artist"
JOIN "Album" AS "made" ON "artist"."ArtistId" = "made"."ArtistId"
JOIN "Track" AS "has_track" ON "made"."AlbumId" = "has_track"."AlbumId"
WHERE "has_track"."Milliseconds" > $1
-- 1: integer "1000000"

-- postgresql
SELECT "artist"."Name" AS "name", "made"."Title" AS "made[album].title"
FROM "Artist" AS "artist"
JOIN "Album" AS "made" ON "artist"."ArtistId" = "made"."ArtistId"
JOIN "Track" AS "has_track" ON "made"."AlbumId" = "has_track"."AlbumId"
WHERE "has_track"."Milliseconds" > $1::bigint
-- 1: integer "1000000"

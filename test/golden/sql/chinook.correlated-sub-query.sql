-- semantic statement
SELECT name FROM artist a WHERE EXISTS (SELECT 1 FROM album b WHERE b.artist_id = a.artist_id)

-- mysql
SELECT `a`.`Name` AS `name`
FROM `Artist` AS `a`
WHERE `a`.`ArtistId` IS NOT NULL AND EXISTS (SELECT ? AS `1`
FROM `Album` AS `b`
WHERE `b`.`AlbumId` IS NOT NULL AND `b`.`ArtistId` = `a`.`ArtistId`)
-- 1: integer "1"

-- duckdb
SELECT "a"."Name" AS "name"
FROM "Artist" AS "a"
WHERE "a"."ArtistId" IS NOT NULL AND EXISTS (SELECT $1 AS "1"
FROM "Album" AS "b"
WHERE "b"."AlbumId" IS NOT NULL AND "b"."ArtistId" = "a"."ArtistId")
-- 1: integer "1"

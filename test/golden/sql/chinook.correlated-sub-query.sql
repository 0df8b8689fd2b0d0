-- semantic statement
SELECT name FROM artist a WHERE EXISTS (SELECT 1 FROM album b WHERE b.artist_id = a.artist_id)

-- mysql
SELECT `a`.`Name` AS `name`
FROM `Artist` AS `a`
WHERE EXISTS (SELECT ? AS `1`
FROM `Album` AS `b`
WHERE `b`.`ArtistId` = `a`.`ArtistId`)
-- 1: integer "1"

-- duckdb
SELECT "a"."Name" AS "name"
FROM "Artist" AS "a"
WHERE EXISTS (SELECT $1 AS "1"
FROM "Album" AS "b"
WHERE "b"."ArtistId" = "a"."ArtistId")
-- 1: integer "1"

-- postgresql
SELECT "a"."Name" AS "name"
FROM "Artist" AS "a"
WHERE EXISTS (SELECT $1::bigint AS "1"
FROM "Album" AS "b"
WHERE "b"."ArtistId" = "a"."ArtistId")
-- 1: integer "1"

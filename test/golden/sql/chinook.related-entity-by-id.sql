-- semantic statement
SELECT title FROM track WHERE `on_album[album].entity_id` = '5' AND entity_id <> 'a|b'

-- mysql
SELECT `track`.`Name` AS `title`
FROM `Track` AS `track`
WHERE `track`.`AlbumId` = ?
-- 1: integer "5"

-- duckdb
SELECT "track"."Name" AS "title"
FROM "Track" AS "track"
WHERE "track"."AlbumId" = $1
-- 1: integer "5"

-- postgresql
SELECT CAST("track"."Name" AS TEXT) AS "title"
FROM "Track" AS "track"
WHERE "track"."AlbumId" = $1::bigint
-- 1: integer "5"

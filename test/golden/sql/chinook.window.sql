-- semantic statement
SELECT title, ROW_NUMBER() OVER (PARTITION BY album_id ORDER BY milliseconds DESC) AS place FROM track

-- mysql
SELECT `track`.`Name` AS `title`, ROW_NUMBER() OVER (PARTITION BY `track`.`AlbumId`
ORDER BY `track`.`Milliseconds` DESC) AS `place`
FROM `Track` AS `track`

-- duckdb
SELECT "track"."Name" AS "title", ROW_NUMBER() OVER (PARTITION BY "track"."AlbumId"
ORDER BY "track"."Milliseconds" DESC) AS "place"
FROM "Track" AS "track"

-- postgresql
SELECT CAST("track"."Name" AS TEXT) AS "title", ROW_NUMBER() OVER (PARTITION BY "track"."AlbumId"
ORDER BY "track"."Milliseconds" DESC NULLS LAST) AS "place"
FROM "Track" AS "track"

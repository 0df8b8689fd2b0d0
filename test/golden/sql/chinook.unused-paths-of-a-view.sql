-- semantic statement
SELECT title FROM vsvc.track_catalogue WHERE genre = 'Jazz'

-- mysql
SELECT `track`.`Name` AS `title`
FROM `Track` AS `track`
JOIN `Genre` AS `of_genre` ON `track`.`GenreId` = `of_genre`.`GenreId`
WHERE `of_genre`.`Name` = ?
-- 1: string "Jazz"

-- duckdb
SELECT "track"."Name" AS "title"
FROM "Track" AS "track"
JOIN "Genre" AS "of_genre" ON "track"."GenreId" = "of_genre"."GenreId"
WHERE "of_genre"."Name" = $1
-- 1: string "Jazz"

-- postgresql
SELECT CAST("track"."Name" AS TEXT) AS "title"
FROM "Track" AS "track"
JOIN "Genre" AS "of_genre" ON "track"."GenreId" = "of_genre"."GenreId"
WHERE CAST("of_genre"."Name" AS TEXT) = $1::text
-- 1: string "Jazz"

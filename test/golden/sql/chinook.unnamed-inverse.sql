-- semantic statement
SELECT genre_name, COUNT(`~of_genre[track].track_id`) AS tracks FROM genre GROUP BY genre_name

-- mysql
SELECT `genre`.`Name` AS `genre_name`, COUNT(`~of_genre`.`TrackId`) AS `tracks`
FROM `Genre` AS `genre`
LEFT JOIN `Track` AS `~of_genre` ON `genre`.`GenreId` = `~of_genre`.`GenreId`
GROUP BY `genre`.`Name`

-- duckdb
SELECT "genre"."Name" AS "genre_name", COUNT("~of_genre"."TrackId") AS "tracks"
FROM "Genre" AS "genre"
LEFT JOIN "Track" AS "~of_genre" ON "genre"."GenreId" = "~of_genre"."GenreId"
GROUP BY "genre"."Name"

-- postgresql
SELECT CAST("genre"."Name" AS TEXT) AS "genre_name", COUNT("~of_genre"."TrackId") AS "tracks"
FROM "Genre" AS "genre"
LEFT JOIN "Track" AS "~of_genre" ON "genre"."GenreId" = "~of_genre"."GenreId"
GROUP BY CAST("genre"."Name" AS TEXT)

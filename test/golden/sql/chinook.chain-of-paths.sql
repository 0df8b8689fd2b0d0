-- semantic statement
SELECT title, `on_album[album].made_by[artist].name` FROM track WHERE `of_genre[genre].genre_name` = "Rock"

-- mysql
SELECT `track`.`Name` AS `title`, `made_by`.`Name` AS `on_album[album].made_by[artist].name`
FROM `Track` AS `track`
JOIN `Genre` AS `of_genre` ON `track`.`GenreId` = `of_genre`.`GenreId`
LEFT JOIN `Album` AS `on_album` ON `track`.`AlbumId` = `on_album`.`AlbumId`
LEFT JOIN `Artist` AS `made_by` ON `on_album`.`ArtistId` = `made_by`.`ArtistId`
WHERE `of_genre`.`Name` = ?
-- 1: string "Rock"

-- duckdb
SELECT "track"."Name" AS "title", "made_by"."Name" AS "on_album[album].made_by[artist].name"
FROM "Track" AS "track"
JOIN "Genre" AS "of_genre" ON "track"."GenreId" = "of_genre"."GenreId"
LEFT JOIN "Album" AS "on_album" ON "track"."AlbumId" = "on_album"."AlbumId"
LEFT JOIN "Artist" AS "made_by" ON "on_album"."ArtistId" = "made_by"."ArtistId"
WHERE "of_genre"."Name" = $1
-- 1: string "Rock"

-- postgresql
SELECT CAST("track"."Name" AS TEXT) AS "title", "made_by"."Name" AS "on_album[album].made_by[artist].name"
FROM "Track" AS "track"
JOIN "Genre" AS "of_genre" ON "track"."GenreId" = "of_genre"."GenreId"
LEFT JOIN "Album" AS "on_album" ON "track"."AlbumId" = "on_album"."AlbumId"
LEFT JOIN "Artist" AS "made_by" ON "on_album"."ArtistId" = "made_by"."ArtistId"
WHERE CAST("of_genre"."Name" AS TEXT) = $1::text
-- 1: string "Rock"
